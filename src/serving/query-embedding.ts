/** Embeds queries with the embedder that the snapshot was built with, never with one configured later. */
import type { CorpusSnapshot } from "../corpus/snapshot.ts";
import { EmbeddingError } from "../embed/embedder.ts";
import { type FittedArrays, FittedModel } from "../embed/fitted/fitted-model.ts";
import { fittedVersion } from "../embed/fitted/version.ts";
import { createHttpEmbedder, parseHttpVersion } from "../embed/http/http-embedder.ts";
import { joinQuery, type QueryMapArrays } from "../embed/query-map/query-map.ts";
import type { QueryEmbedder } from "../embed/query-port.ts";
import { staticTable } from "../embed/static/static-table.ts";
import { queryTerms } from "../search/analysis/analyzer.ts";

/** Endpoint of remote embeddings; needed only for snapshots built with them. */
export interface RemoteEmbeddings {
  url: string;
  key?: string;
  /** Hosts that may have private addresses, in addition to a private one in `url`. */
  allowPrivateHosts?: readonly string[];
}

/** What is configured for snapshots that were not built with the built-in embedder. */
export interface ConfiguredEmbedders {
  remote?: RemoteEmbeddings;
  /** A local model. */
  model?: QueryEmbedder;
}

/** `onSubstitute`: called when the built-in embedder alone made the vector, because the local model did not answer. */
export type EmbedQuery = (text: string, onSubstitute?: () => void) => Promise<Float32Array | null>;

/** Scratch space that a snapshot needs for this in each thread. */
export const embeddingBytes = FittedModel.scratchBytes + 64;

/** Tells the words that the snapshot's embedder has a vector for although no text holds them; none where it is remote. */
export function wordsOf({ embedder, manifest }: CorpusSnapshot): (word: string) => boolean {
  return embedder && hasBundledTable(manifest.embedder.version)
    ? (word) => staticTable().has(word)
    : () => false;
}

const hasBundledTable = (version: string) => version.startsWith(fittedVersion);

/** Null where queries can be embedded like the snapshot's passages; else the setting that is missing. */
export function missingSetting(version: string, { remote, model }: ConfiguredEmbedders): string | null {
  if (model?.version === version) return null;
  if (parseHttpVersion(version) === null) return "PRIORART_MODEL";
  return remote ? null : "PRIORART_EMBEDDINGS_URL";
}

export function queryEmbedding(snapshot: CorpusSnapshot, embedders: ConfiguredEmbedders): EmbedQuery {
  const { remote, model } = embedders;
  const { embedder, manifest } = snapshot;
  if (embedder) {
    const fitted = new FittedModel(snapshot.arena, embedder.arrays as unknown as FittedArrays, {
      latent: embedder.at.latentVectors!,
      word: embedder.at.wordVectors!,
      scratch: snapshot.arena.allocate(FittedModel.scratchBytes),
    });
    return withModel(snapshot, model, embedByTable(fitted, manifest.embedder.version));
  }
  const { version } = manifest.embedder;
  const missing = missingSetting(version, embedders);
  if (missing !== null)
    return async () => {
      throw new EmbeddingError(`the snapshot's embedder ${version} is not configured; set ${missing}`);
    };
  if (model?.version === version) return (text) => model.embedQuery(text);
  const named = parseHttpVersion(version)!;
  const http = createHttpEmbedder({ ...remote!, model: named.model, expectedDimensions: named.dimensions });
  return async (text) => (await http).embedQuery(text);
}

/** A model fitted by an earlier version holds the word vectors of that version, which may differ from the bundled table. */
function embedByTable(fitted: FittedModel, version: string): (text: string) => Float32Array | null {
  if (hasBundledTable(version)) return (text) => fitted.embedQuery(text);
  return (text) => fitted.embedTerms(queryTerms(text).map((term) => fitted.dictionary.find(term)));
}

/** Adds the local model to the built-in embedder where the snapshot was published for both. */
function withModel(
  { queryMap, manifest }: CorpusSnapshot,
  model: QueryEmbedder | undefined,
  embedByTable: (text: string) => Float32Array | null,
): EmbedQuery {
  const { queries } = manifest.embedder;
  if (!queries || !queryMap) return async (text) => embedByTable(text);
  const arrays = queryMap.arrays as unknown as QueryMapArrays;
  return async (text, onSubstitute) => {
    const table = embedByTable(text);
    try {
      if (model?.version !== queries.version)
        throw new EmbeddingError(
          `the model of the snapshot's queries, ${queries.version}, is not configured`,
        );
      const vector = await model.embedQuery(text);
      return vector ? joinQuery(table, vector, arrays) : table;
    } catch {
      // Whatever the reason, the built-in embedder still answers.
      onSubstitute?.();
      return table;
    }
  };
}
