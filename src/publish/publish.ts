/**
 * Publish builds a new snapshot from the catalog in steps: read, plan, sample, embed, derive, write, activate. Files are
 * named by the digest of their inputs, so that an interrupted publish resumes where it left off.
 */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { ArchiveWriter } from "../archive-search/archive-writer.ts";
import { createDataDirectory, type DataDirectory, dataDirectory } from "../corpus/data-directory.ts";
import {
  isServed,
  type Manifest,
  type ManifestEmbedder,
  manifestFormat,
  remoteManifestFormat,
} from "../corpus/manifest.ts";
import { projectVectorsVersion } from "../corpus/projects/project-texts.ts";
import { loadTaxonomy } from "../corpus/taxonomy/taxonomy.ts";
import { Digest } from "../digest/digest.ts";
import { fittedDimensions } from "../embed/fitted/fitted-model.ts";
import { takeLock } from "../locks/lock.ts";
import { activate } from "./activate.ts";
import { ArchiveBuild } from "./archive-build.ts";
import { countListed } from "./archive-plan.ts";
import { deriveProjects } from "./derive-projects.ts";
import type { Embedding } from "./embed/embedding.ts";
import { mapQueries } from "./embed/query-map.ts";
import { writeLandscape } from "./landscape/write-landscape.ts";
import { type PublishPlan, planPublish } from "./plan.ts";
import { lastClusters, nextId, readPrevious } from "./previous-snapshot.ts";
import { type CatalogContent, readCatalog, withNewSources } from "./read-catalog.ts";
import { releaseSegments, reserveSegments } from "./remote-segments.ts";
import { removeUnfinished, rollBack } from "./retention.ts";
import type { PublishOptions, PublishReport, PublishRun } from "./types.ts";
import { projectInputs, snapshotInputs } from "./versions.ts";
import { type WrittenProjects, writeProjects } from "./write-projects.ts";

export type { PublishOptions, PublishProgress, PublishReport, PublishStep } from "./types.ts";

class PublishLockedError extends Error {
  override name = "PublishLockedError";
}

/** Builds and activates a new snapshot, unless nothing changed. On any error the previous one stays current. */
export async function publish(options: PublishOptions): Promise<PublishReport> {
  const directory = createDataDirectory(options.dataDir);
  const lock = await (options.takeLock ?? (() => ownLock(directory)))();
  if (lock === null)
    throw new PublishLockedError(
      `another publish is running on ${directory.root}; wait until it has ended, then publish again`,
    );
  try {
    const signal = options.signal === undefined ? lock.lost : AbortSignal.any([options.signal, lock.lost]);
    return await publishLocked(directory, { ...options, signal });
  } finally {
    await lock.release();
  }
}

/** Over the processes that use the data directory. */
async function ownLock({ root }: DataDirectory): ReturnType<NonNullable<PublishOptions["takeLock"]>> {
  const release = takeLock(join(root, "publish-lock.db"));
  return release && { release: async () => release(), lost: new AbortController().signal };
}

/** Rolls back to the snapshot before the current one. */
export async function rollback(dataDir: string): Promise<{ snapshot: string }> {
  const directory = dataDirectory(dataDir);
  return { snapshot: rollBack(directory) };
}

async function publishLocked(directory: DataDirectory, options: PublishOptions): Promise<PublishReport> {
  const dimensions = options.embedder?.dimensions ?? fittedDimensions;
  const archive = (await options.openArchive?.({ dimensions })) ?? null;
  try {
    return await publishTo(directory, archive, options);
  } finally {
    await archive?.close();
  }
}

async function publishTo(
  directory: DataDirectory,
  archive: ArchiveWriter | null,
  options: PublishOptions,
): Promise<PublishReport> {
  const started = performance.now();
  removeUnfinished(directory);
  const run: PublishRun = {
    catalog: options.catalog,
    segments: directory.segments,
    archive,
    signal: options.signal,
    report: (step, done, total) =>
      options.onProgress?.({ step, done, ...(typeof total === "object" && total ? total : { total }) }),
  };
  const shared = await options.shared?.prepare({ signal: options.signal });
  const previous = readPrevious(run, directory);
  const content = await readCatalog(run, loadTaxonomy(options.taxonomyPath));
  const inputs = snapshotInputs(run, content, options);
  const rebuild = options.refit || options.recluster;
  const id = nextId(directory, shared?.kept);
  const unchanged = previous?.inputs === inputs && isServed(previous) && !rebuild ? previous : null;
  // Other servers do not have this one, and may know its id for another.
  const same = unchanged && shared?.isInstalled === false ? { ...unchanged, id } : unchanged;
  const built =
    same && unembeddedOf(same) === 0
      ? same
      : await build(run, { content, options, previous, inputs, directory, id });
  // Lets the event loop deliver an abort that arrived during the computation.
  await setImmediate();
  options.signal?.throwIfAborted();
  // Texts that could not be embedded were retried; if they failed again, nothing is new.
  const current = same && unembeddedOf(built) >= unembeddedOf(same) ? same : built;
  const changed = current !== same;
  await activate(run, directory, { manifest: current, changed, keep: options.keep, shared: options.shared });
  await releaseSegments(run, directory, current);
  return report(current, changed, started);
}

interface BuildInput {
  content: CatalogContent;
  options: PublishOptions;
  previous: Manifest | null;
  inputs: string;
  directory: DataDirectory;
  /** Of the snapshot to build. */
  id: string;
}

async function build(run: PublishRun, from: BuildInput): Promise<Manifest> {
  const { content, options, inputs, directory } = from;
  const previous = options.refit ? null : from.previous;
  const { embedder: remote = null, passages = "all" } = options;
  const plan = planPublish(run, { content, previous, remote, passages });
  const place = await reserveSegments(run, directory, plan);
  const { archive, embedding, written, landscape } = await buildFiles(run, { ...from, plan });
  const { projects, clusters } = written;
  const embedder = await describeEmbedder(run, { ...from, plan, embedding });
  const { hackathons, taxonomy, importTimes, lastWithdrawal } = content;
  return {
    format: place ? remoteManifestFormat : manifestFormat,
    id: from.id,
    // Where a document changed before it was read, the catalog may become again as it was listed: that is to be published.
    inputs: content.isSettled && isAsListed(run, { content, plan, archive }) ? inputs : "",
    lastWithdrawal,
    corpusRevision: new Digest()
      .add(content.digest, taxonomy.version, embedder.version, clusters?.generation ?? 0)
      .add(...(embedder.queries ? [embedder.queries.file] : []))
      .short(),
    embedder,
    projects,
    clusters,
    landscape,
    archive: { ...archive, ...(place && { remote: place }) },
    sources: await withNewSources(run, content.sources),
    hackathons,
    taxonomy,
    freshness: {
      projectsSyncedAt: importTimes.projects,
      embeddingsVersion: embedder.version,
      archiveIngestedAt: importTimes.archive,
    },
  };
}

/** Whether the new segments hold just the documents that were listed. */
function isAsListed(
  { segments }: PublishRun,
  from: { content: CatalogContent; plan: PublishPlan; archive: Manifest["archive"] },
): boolean {
  const { content, plan, archive } = from;
  const listed = { documents: content.documents, build: plan.build };
  const count = countListed(segments, archive.segments.slice(plan.kept.length), listed);
  return count.documents === plan.build.length;
}

/** With what embeds queries, where that is more than the embedder. */
async function describeEmbedder(
  run: PublishRun,
  { content, options, plan, embedding }: BuildInput & { plan: PublishPlan; embedding: Embedding },
): Promise<ManifestEmbedder> {
  // A kept embedder may have been described with a model that is not configured any more.
  const { queries: _, ...embedder } = embedding.embedder;
  const model = options.queryEmbedder;
  if (!model) return embedder;
  const queries = await mapQueries(run, { content, previous: plan.previous, embedding, model });
  return { ...embedder, ...(queries && { queries }) };
}

/** Projects need only the embedder of the archive: they are built while threads make its last vectors. */
async function buildFiles(run: PublishRun, from: BuildInput & { plan: PublishPlan }) {
  const building = new ArchiveBuild(run, from);
  try {
    const embedding = await building.indexDocuments();
    const written = await buildProjects(run, from, embedding);
    const previous = from.options.refit ? null : from.previous;
    const landscape = await writeLandscape(run, { embedding, projects: written.projects.file, previous });
    return { archive: await building.finish(), embedding, written, landscape };
  } finally {
    await building.close();
  }
}

async function buildProjects(
  run: PublishRun,
  { content, options, previous, directory }: BuildInput,
  embedding: Embedding,
): Promise<WrittenProjects> {
  const { recluster = false, languageModel = null } = options;
  const { embedder } = embedding;
  const inputs = projectInputs(content, embedder.version, options);
  if (previous?.projects.inputs === inputs && previous.projects.unembedded === 0 && !recluster)
    return { projects: previous.projects, clusters: previous.clusters };
  const derived = await deriveProjects(run, {
    content,
    embedder: projectVectorsVersion(embedder.version),
    embedProjects: embedding.embedTexts,
    previousClusters: previous ? (previous.clusters?.file ?? null) : lastClusters(directory),
    recluster,
    languageModel,
  });
  return writeProjects(run, { content, embedding, inputs, derived });
}

/** Texts without a vector. */
function unembeddedOf(manifest: Manifest): number {
  return manifest.archive.segments.reduce(
    (sum, { unembedded }) => sum + unembedded.length,
    manifest.projects.unembedded,
  );
}

function report(manifest: Manifest, changed: boolean, started: number): PublishReport {
  const { segments } = manifest.archive;
  return {
    snapshot: manifest.id,
    changed,
    projects: manifest.projects.count,
    documents: segments.reduce((sum, { documents, superseded }) => sum + documents - superseded.length, 0),
    chunks: segments.reduce((sum, { chunks }) => sum + chunks, 0),
    missingVectors: unembeddedOf(manifest),
    seconds: (performance.now() - started) / 1000,
  };
}
