/** The archive step: settles the embedder, then builds what the plan says. */
import type { Manifest, ManifestEmbedder } from "../corpus/manifest.ts";
import { projectText } from "../corpus/projects/project-texts.ts";
import { Digest } from "../digest/digest.ts";
import { type Embedder, EmbeddingError } from "../embed/embedder.ts";
import type { FittedModel } from "../embed/fitted/fitted-model.ts";
import type { TokenCorpus } from "../embed/fitted/token-corpus.ts";
import { analyze, GrowableUint32, TermInterner } from "../search/analysis/analyzer.ts";
import { identityCalibration } from "../search/vector/calibration.ts";
import { type ArchivePlan, planFull, planIncrement } from "./archive-plan.ts";
import {
  type BuiltSegment,
  type ChunkedArchive,
  chunkDocuments,
  finishSegment,
  nothingEmbedded,
  wholeSegment,
} from "./archive-segment.ts";
import type { CatalogContent } from "./catalog-content.ts";
import { fitAndWrite, fittedFileName, openFitted, wholeModel } from "./fitted-files.ts";
import type { PublishRun } from "./progress.ts";
import { embedRemotely, remoteBatch, TermEmbedding, type Vector } from "./text-embedding.ts";

/** Changes whenever the same documents would give another segment. */
export const archiveVersion = 2;

export interface BuiltArchive {
  archive: Manifest["archive"];
  embedder: ManifestEmbedder;
  /** Embeds texts with the same embedder. */
  embedProjects(texts: readonly string[]): Promise<Vector[]>;
}

/** Grown by so much, the corpus gets a newly fitted embedder. */
const refitGrowth = 1.25;

export async function buildArchive(
  run: PublishRun,
  from: { content: CatalogContent; previous: Manifest | null; remote: Embedder | undefined },
): Promise<BuiltArchive> {
  return from.remote ? withRemote(run, { ...from, remote: from.remote }) : withFitted(run, from);
}

async function withRemote(
  run: PublishRun,
  from: { content: CatalogContent; previous: Manifest | null; remote: Embedder },
): Promise<BuiltArchive> {
  const { content, remote } = from;
  const previous = from.previous?.embedder.version === remote.version ? from.previous : null;
  const plan = previous
    ? planIncrement(run.segments, previous, content.documents)
    : planFull(content.documents);
  const file = segmentName(content, plan, remote.version);
  const chunked =
    plan.build.length > 0
      ? await chunkDocuments(run, {
          ...buildOf(content, plan, file),
          embedder: remote,
          retried: plan.retried,
        })
      : null;
  const measured = chunked?.remote?.calibration;
  const embedder: ManifestEmbedder = {
    version: remote.version,
    kind: "remote",
    dimensions: remote.dimensions,
    file: null,
    calibration: (plan.kept.length > 0 ? previous?.embedder.calibration : measured) ?? identityCalibration,
    texts: textCount(content),
  };
  try {
    const archive = finish(run, { plan, chunked, whole: null, file, embedder, embedding: null, previous });
    const answered = (chunked?.remote?.embedded ?? 0) > 0;
    return {
      archive,
      embedder,
      embedProjects: async (texts) => {
        const vectors = await embedInBatches(run, remote, texts);
        if (!answered && vectors.length > 0 && vectors.every((vector) => vector === null))
          throw new EmbeddingError(nothingEmbedded);
        return vectors;
      },
    };
  } catch (error) {
    chunked?.writer.abandon();
    throw error;
  }
}

async function embedInBatches(
  run: PublishRun,
  embedder: Embedder,
  texts: readonly string[],
): Promise<Vector[]> {
  const vectors: Vector[] = [];
  for (let at = 0; at < texts.length; at += remoteBatch) {
    const batch = texts.slice(at, at + remoteBatch);
    vectors.push(...(await embedRemotely(batch, { embedder, catalog: run.catalog, signal: run.signal })));
  }
  return vectors;
}

async function withFitted(
  run: PublishRun,
  from: { content: CatalogContent; previous: Manifest | null },
): Promise<BuiltArchive> {
  const { content } = from;
  const previous = from.previous && stillFits(from.previous, content) ? from.previous : null;
  const modelFile = previous?.embedder.file ?? fittedFileName(content.digest);
  const plan = previous
    ? planIncrement(run.segments, previous, content.documents)
    : planFull(content.documents);
  const file = segmentName(content, plan, modelFile);
  const whole = wholeSegment(run.segments, file);
  const model = previous?.embedder ?? wholeModel(run.segments, modelFile);
  const chunked =
    plan.build.length > 0 && !(whole && model)
      ? await chunkDocuments(run, buildOf(content, plan, file))
      : null;
  try {
    const embedder =
      model ??
      fitAndWrite(run, modelFile, { corpus: fitCorpus(content, chunked), texts: textCount(content) });
    const fitted = openFitted(run.segments, modelFile);
    const embedding = chunked ? new TermEmbedding(fitted, chunked.interner) : null;
    const archive = finish(run, { plan, chunked, whole, file, embedder, embedding, previous });
    return {
      archive,
      embedder,
      embedProjects: async (texts) => texts.map((text) => fitted.embedTerms(termNumbers(fitted, text))),
    };
  } catch (error) {
    chunked?.writer.abandon();
    throw error;
  }
}

/** Whether the previous built-in embedder still serves: it is ours, and the corpus has not grown by a quarter. */
function stillFits(previous: Manifest, content: CatalogContent): boolean {
  const { kind, texts } = previous.embedder;
  return kind === "fitted" && textCount(content) <= texts * refitGrowth;
}

const textCount = ({ documents, projects }: CatalogContent) => documents.length + projects.length;

function termNumbers(model: FittedModel, text: string): number[] {
  return analyze(text).map((term) => model.dictionary.find(term));
}

/** All chunks, then all projects, as term numbers of the archive's interner. */
function fitCorpus(content: CatalogContent, chunked: ChunkedArchive | null): TokenCorpus {
  const interner = chunked?.interner ?? new TermInterner();
  const tokens = chunked?.writer.chunkTerms ?? new GrowableUint32();
  const ends = chunked?.writer.chunkEnds ?? new GrowableUint32();
  const own = { tokens: tokens.view().slice(), ends: ends.view().slice() };
  const all = { tokens: GrowableUint32.of(own.tokens), ends: GrowableUint32.of(own.ends) };
  for (const project of content.projects) {
    interner.intern(projectText(project.record), all.tokens);
    all.ends.push(all.tokens.length);
  }
  return { terms: interner.terms, tokens: all.tokens.view(), ends: all.ends.view() };
}

function buildOf(content: CatalogContent, plan: ArchivePlan, file: string) {
  const all = plan.build.length === content.documents.length;
  return { file, documentIds: plan.build, all };
}

/** Named by all that goes in, so that the same build finds its file whole after an interruption. */
function segmentName(content: CatalogContent, plan: ArchivePlan, embedder: string): string {
  const hashOf = new Map(content.documents.map(({ documentId, contentHash }) => [documentId, contentHash]));
  const digest = new Digest().add(archiveVersion, embedder);
  for (const id of plan.build) digest.add(id, hashOf.get(id)!);
  return `archive-${digest.short()}`;
}

function finish(
  run: PublishRun,
  from: {
    plan: ArchivePlan;
    chunked: ChunkedArchive | null;
    whole: BuiltSegment | null;
    file: string;
    embedder: ManifestEmbedder;
    embedding: TermEmbedding | null;
    previous: Manifest | null;
  },
): Manifest["archive"] {
  const { plan, chunked, file, embedder, embedding } = from;
  const parameters = plan.kept.length > 0 ? (from.previous?.archive.parameters ?? null) : null;
  if (plan.build.length === 0) return { segments: plan.kept, parameters };
  const built = chunked
    ? finishSegment(run, chunked, { file, dimensions: embedder.dimensions, embedding, parameters })
    : from.whole!;
  return { segments: [...plan.kept, built.segment], parameters: parameters ?? built.parameters };
}
