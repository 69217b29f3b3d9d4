/** Plan: decides which embedder to use, which archive segments to keep, and what the new segment must hold. */
import { isServed, type Manifest, type ManifestEmbedder } from "../corpus/manifest.ts";
import { projectTextVersion } from "../corpus/projects/project-texts.ts";
import { Digest } from "../digest/digest.ts";
import type { Embedder } from "../embed/embedder.ts";
import { fittedVersion } from "../embed/fitted/version.ts";
import { type ArchivePlan, countListed, planFull, planIncrement } from "./archive-plan.ts";
import type { DocumentList } from "./document-list.ts";
import { type DescribedSegment, finishedModel, finishedSegments } from "./finished-files.ts";
import type { CatalogContent } from "./read-catalog.ts";
import type { Passages, PublishRun } from "./types.ts";

/** Increment it when the same documents yield another segment: publish then builds all again, except in a cluster. */
export const archiveVersion = 14;

/** Growth of the corpus at which the embedder is fitted again. */
const refitGrowth = 1.25;

export interface PublishPlan extends ArchivePlan {
  /** The snapshot whose embedder, and segments if any are kept, this publish continues; null: it continues nothing. */
  previous: Manifest | null;
  /** The remote embedder; null: the built-in one. */
  remote: Embedder | null;
  /** Those that a remote embedder embeds. */
  passages: Passages;
  /** File of the built-in embedder; null with a remote one. */
  modelFile: string | null;
  /** The built-in embedder, when it is fitted already. */
  model: ManifestEmbedder | null;
  /** Names of the new segments' files: a digest of the inputs of all, and their number. */
  segmentFile(part: number): string;
  /** The first of the new segments, which an interrupted publish completed. */
  finished: DescribedSegment[];
  /** Documents of the other new segments, as in `build`; "all" where they are all of the archive. */
  unfinished: Uint32Array | "all";
  /** Documents and projects. */
  texts: number;
}

export function planPublish(
  run: PublishRun,
  from: { content: CatalogContent; previous: Manifest | null; remote: Embedder | null; passages: Passages },
): PublishPlan {
  const { content, remote, passages } = from;
  const texts = content.documents.length + content.projects.length;
  const previous = from.previous && continues(from.previous, from, texts) ? from.previous : null;
  const archive =
    previous && keepsSegments(previous)
      ? planIncrement(run.segments, previous, content.documents)
      : planFull(content.documents);
  const modelFile = remote ? null : (previous?.embedder.file ?? modelFileName(content.digest));
  const place = run.archive?.group ?? null;
  const { segmentFile, ...complete } = nameBuild(
    run,
    { build: archive.build, documents: content.documents },
    (attempt) =>
      segmentFileNames(content, archive, { embedder: modelFile ?? remote!.version, place, attempt }),
  );
  const model = modelFile ? (previous?.embedder ?? finishedModel(run.segments, modelFile)) : null;
  // A file does not record which texts a remote embedder failed for, so they are sent again.
  const { finished, until } = model ? complete : { finished: [], until: 0 };
  const isAll = until === 0 && archive.build.length === content.documents.length;
  const unfinished = isAll ? ("all" as const) : archive.build.subarray(until);
  return {
    ...archive,
    previous,
    remote,
    passages,
    modelFile,
    model,
    segmentFile,
    finished,
    unfinished,
    texts,
  };
}

/** Segments whose postings are in a cluster have the same layout in all formats, and are not rewritten. */
function keepsSegments(previous: Manifest): boolean {
  const { remote, version } = previous.archive;
  return remote !== undefined || (isServed(previous) && version === archiveVersion);
}

/**
 * Whether the previous embedder is kept: the same remote one for the same passages, or a built-in one whose corpus has
 * not grown by a quarter. Vectors of passages that are already made come from the catalog.
 */
function continues(
  { embedder }: Manifest,
  { remote, passages }: { remote: Embedder | null; passages: Passages },
  texts: number,
): boolean {
  if (remote) return embedder.version === remote.version && (embedder.passages ?? "all") === passages;
  return embedder.version.startsWith(fittedVersion) && texts <= embedder.texts * refitGrowth;
}

/** Named by what the model is fitted to. */
function modelFileName(content: string): string {
  return `embedder-${new Digest().add(fittedVersion, projectTextVersion, content).short()}`;
}

/**
 * Names of the new segments, and what an interrupted publish completed of them: the first segments, of so many documents.
 * Names of other contents, whose documents changed before they were read, stay theirs: they may belong to a snapshot.
 */
function nameBuild(
  run: PublishRun,
  listed: { documents: DocumentList; build: Uint32Array },
  named: (attempt: number) => (part: number) => string,
): { segmentFile(part: number): string; finished: DescribedSegment[]; until: number } {
  for (let attempt = 0; ; attempt++) {
    const segmentFile = named(attempt);
    const finished = listed.build.length > 0 ? finishedSegments(run, segmentFile) : [];
    const segments = finished.map(({ segment }) => segment);
    const count = countListed(run.segments, segments, listed);
    if (count.segments === segments.length) return { segmentFile, finished, until: count.documents };
  }
}

/**
 * `place`: where segments keep what is not in their files. Named by the inputs, so that the same build reuses complete files
 * after an interruption; `attempt`: how many names were taken.
 */
function segmentFileNames(
  { documents }: CatalogContent,
  { build }: ArchivePlan,
  { embedder, place, attempt }: { embedder: string; place: string | null; attempt: number },
): (part: number) => string {
  const digest = new Digest().add(archiveVersion, embedder);
  if (place !== null) digest.add(place);
  if (attempt > 0) digest.add(attempt);
  for (const at of build) digest.add(documents.id(at), documents.contentHash(at));
  const name = `archive-${digest.short()}`;
  return (part) => (part === 0 ? name : `${name}-${part}`);
}
