/**
 * With a local model for queries only: fits the map through which its vectors join those of the built-in embedder, to
 * sentences of the corpus, which are about as long as queries.
 */
import { join } from "node:path";
import type { Manifest, ManifestQueries } from "../../corpus/manifest.ts";
import { queryMapKind } from "../../corpus/snapshot.ts";
import { Digest } from "../../digest/digest.ts";
import { LinearMapFit } from "../../embed/query-map/fit-linear-map.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { verifySections } from "../../search/segment/section-file.ts";
import { writeSections } from "../../search/segment/section-writer.ts";
import { SegmentError } from "../../search/segment/segment-error.ts";
import type { CatalogContent } from "../read-catalog.ts";
import type { PublishRun } from "../types.ts";
import { embedQueries, type QueryModel } from "./embed-queries.ts";
import type { Embedding } from "./embedding.ts";
import { sampleSentences } from "./sample-sentences.ts";

/** Increment it when the same corpus and model yield another map. */
export const queryMapVersion = 1;

/** Of the least squares: see {@link LinearMapFit.solve}. */
const penalty = 0.1;

export interface QueryMapInput {
  content: CatalogContent;
  previous: Manifest | null;
  embedding: Embedding;
  model: QueryModel;
}

/**
 * The map of the previous snapshot where embedder and model are the same, else a new one; undefined where the corpus has
 * no sentence. Throws EmbeddingError when the model embeds none.
 */
export async function mapQueries(
  run: PublishRun,
  { content, previous, embedding, model }: QueryMapInput,
): Promise<ManifestQueries | undefined> {
  const { file: embedder } = embedding.embedder;
  const kept = previous?.embedder.file === embedder ? previous.embedder.queries : undefined;
  if (kept && kept.version === model.version && kept.map === queryMapVersion) return kept;
  const name = new Digest().add(queryMapVersion, embedder ?? "", model.version, content.digest).short();
  const queries = { version: model.version, map: queryMapVersion, file: `queries-${name}` };
  const path = join(run.segments, `${queries.file}.seg`);
  if (isComplete(path)) return queries;
  const sentences = await sampleSentences(run, content);
  if (sentences.length === 0) return undefined;
  const map = await fitMap(run, { sentences, embedding, model });
  writeSections(path, { kind: queryMapKind, meta: null, sections: { map } });
  return queries;
}

async function fitMap(
  run: PublishRun,
  { sentences, embedding, model }: { sentences: string[] } & Pick<QueryMapInput, "embedding" | "model">,
): Promise<Float32Array> {
  const fit = new LinearMapFit(model.dimensions, embedding.embedder.dimensions);
  const vectors = await embedQueries(run, sentences, model);
  const targets = await embedding.embedTexts(sentences);
  vectors.forEach((vector, i) => {
    const target = targets[i];
    if (vector && target) fit.add(vector, target);
  });
  return fit.solve(penalty);
}

function isComplete(path: string): boolean {
  try {
    verifySections(path, queryMapKind, new Arena(1 << 16));
    return true;
  } catch (error) {
    if (error instanceof SegmentError) return false;
    throw error;
  }
}
