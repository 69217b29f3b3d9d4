/**
 * Publish: from the catalog to a new snapshot. Each step writes files named by the digest of what went into
 * them, so that an interrupted publish goes on where it stopped, and ends with one atomic step.
 */
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { createDataDirectory, type DataDirectory, dataDirectory } from "../corpus/data-directory.ts";
import {
  currentSnapshot,
  listSnapshots,
  type Manifest,
  manifestFormat,
  readManifest,
  setCurrentSnapshot,
  writeManifest,
} from "../corpus/manifest.ts";
import { loadTaxonomy } from "../corpus/taxonomy/taxonomy.ts";
import { Digest } from "../digest/digest.ts";
import { takeLock } from "../locks/lock.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { archiveVersion, buildArchive } from "./build-archive.ts";
import { buildProjects, projectsVersion } from "./build-projects.ts";
import { type CatalogContent, readCatalog } from "./catalog-content.ts";
import { derivationVersion } from "./derive-projects.ts";
import type { PublishOptions, PublishReport, PublishRun } from "./progress.ts";
import { prune, removeUnfinished, rollBack } from "./retention.ts";
import { verifySegments } from "./verify.ts";

export type { PublishOptions, PublishProgress, PublishReport, PublishStep } from "./progress.ts";

const snapshotsKept = 2;

export class PublishLockedError extends Error {
  override name = "PublishLockedError";
}

/** Builds and swaps in a new snapshot, unless nothing changed. On any error the one before stays current. */
export async function publish(options: PublishOptions): Promise<PublishReport> {
  const started = performance.now();
  const directory = createDataDirectory(options.dataDir);
  const release = takeLock(join(directory.root, "publish-lock.db"));
  if (release === null)
    throw new PublishLockedError(
      `another publish is at work on ${directory.root}; wait until it has ended, then publish again`,
    );
  try {
    removeUnfinished(directory);
    const run: PublishRun = {
      catalog: options.catalog,
      segments: directory.segments,
      signal: options.signal,
      report: (step, done, total) => options.onProgress?.({ step, done, total }),
    };
    const previous = readPrevious(directory);
    const content = await readCatalog(run, loadTaxonomy(options.taxonomyPath));
    const inputs = new Digest()
      .add(content.digest, content.lastWithdrawal, options.embedder?.version ?? "fitted")
      .add(archiveVersion, projectsVersion, derivationVersion(), options.languageModel?.version ?? "")
      .short();
    const pending = previous ? unembeddedOf(previous) > 0 : false;
    const anew = options.refit || options.recluster;
    const same = previous?.inputs === inputs && !anew ? previous : null;
    const manifest =
      same && !pending ? same : await build(run, { content, options, previous, inputs, directory });
    // A request to stop that came in while this computed is delivered now.
    await setImmediate();
    options.signal?.throwIfAborted();
    // Texts that could not be embedded were tried again; when that brought nothing, nothing is new.
    const current = same && unembeddedOf(manifest) >= unembeddedOf(same) ? same : manifest;
    run.report("swap", 0, 1);
    if (current !== same) {
      writeManifest(directory, current);
      setCurrentSnapshot(directory, current.id);
    }
    prune(directory, options.keep ?? snapshotsKept);
    run.report("swap", 1, 1);
    return report(current, current !== same, started);
  } finally {
    release();
  }
}

/** Returns to the snapshot before the current one. */
export async function rollback(dataDir: string): Promise<{ snapshot: string }> {
  const directory = dataDirectory(dataDir);
  return { snapshot: rollBack(directory) };
}

async function build(
  run: PublishRun,
  from: {
    content: CatalogContent;
    options: PublishOptions;
    previous: Manifest | null;
    inputs: string;
    directory: DataDirectory;
  },
): Promise<Manifest> {
  const { content, options, previous } = from;
  const { archive, embedder, embedProjects } = await buildArchive(run, {
    content,
    previous: options.refit ? null : previous,
    remote: options.embedder,
  });
  const { projects, clusters } = await buildProjects(run, {
    content,
    embedder,
    embedProjects,
    previous,
    previousClusters: previous ? (previous.clusters?.file ?? null) : lastClusters(from.directory),
    recluster: options.recluster ?? false,
    languageModel: options.languageModel ?? null,
  });
  const { sources, hackathons, taxonomy, importTimes, lastWithdrawal } = content;
  return {
    format: manifestFormat,
    id: nextId(from.directory),
    inputs: from.inputs,
    lastWithdrawal,
    corpusRevision: new Digest()
      .add(content.digest, taxonomy.version, embedder.version, clusters?.generation ?? 0)
      .short(),
    embedder,
    projects,
    clusters,
    archive,
    sources,
    hackathons,
    taxonomy,
    freshness: {
      projectsSyncedAt: importTimes.projects,
      embeddingsVersion: embedder.version,
      archiveIngestedAt: importTimes.archive,
    },
  };
}

/** The current manifest; null when there is none, or when it or one of its files is damaged. */
function readPrevious(directory: DataDirectory): Manifest | null {
  const id = currentSnapshot(directory);
  if (!id) return null;
  try {
    const manifest = readManifest(directory, id);
    verifySegments(directory.segments, manifest);
    return manifest;
  } catch (error) {
    if (error instanceof SegmentError) return null;
    throw error;
  }
}

/** Clusters file of the newest snapshot that can be read, whatever else of it is damaged: keys must not change meaning. */
function lastClusters(directory: DataDirectory): string | null {
  for (const id of listSnapshots(directory).reverse()) {
    try {
      return readManifest(directory, id).clusters?.file ?? null;
    } catch (error) {
      if (!(error instanceof SegmentError)) throw error;
    }
  }
  return null;
}

function nextId(directory: DataDirectory): string {
  const newest = listSnapshots(directory).at(-1);
  return String(Number(newest ?? 0) + 1).padStart(6, "0");
}

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
