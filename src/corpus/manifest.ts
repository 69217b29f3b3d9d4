/** The manifest of a snapshot: its segments, and small metadata. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeDurably } from "../search/segment/durable-file.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import type { Calibration } from "../search/vector/calibration.ts";
import type { ArchiveParameters } from "./archive/archive-layout.ts";
import type { DataDirectory } from "./data-directory.ts";
import type { Taxonomy } from "./taxonomy/taxonomy.ts";

export const manifestFormat = 4;
/** Of snapshots whose archive is kept elsewhere: programs that cannot search there refuse it. */
export const remoteManifestFormat = 5;
/** Formats that are served. */
export const manifestFormats: readonly number[] = [manifestFormat, remoteManifestFormat];
/** Formats that a publish continues: the segments of 2 and 3 have another layout of postings, and are built again. */
export const readableFormats: readonly number[] = [2, 3, ...manifestFormats];

export interface ManifestSource {
  key: string;
  label: string;
  kind: string;
  access: "open" | "excerpt";
  licenceNote: string | null;
  /** Its documents are summaries that a machine wrote. */
  machineSummaries?: true;
}

export interface ManifestHackathon {
  slug: string;
  name: string;
  startDate: string | null;
  tracks: { slug: string; name: string }[];
  labels: { slug: string; name: string }[];
}

export interface ManifestEmbedder {
  version: string;
  kind: "fitted" | "remote";
  dimensions: number;
  /** Which passages have vectors; absent: all. */
  passages?: "lead";
  /** Segment file of the fitted tables. */
  file: string | null;
  /** What embeds queries together with the fitted tables; absent: they alone do. */
  queries?: ManifestQueries;
  calibration: Calibration;
  /** Documents and projects that it was fitted on, or first used for. */
  texts: number;
}

export interface ManifestQueries {
  /** Version of the sentence model. */
  version: string;
  /** Version of the rules that made the map. */
  map: number;
  /** Segment file of the map from its vectors to those of the fitted tables. */
  file: string;
}

export interface ManifestArchiveSegment {
  /** File name without extension. */
  file: string;
  documents: number;
  chunks: number;
  /** Documents of this segment that were replaced by a later one or removed. */
  superseded: number[];
  /** Documents with chunks that could not be embedded; the next publish retries them. */
  unembedded: number[];
}

export interface ManifestClusters {
  /** File name without extension. Read by the next publish only, never by requests. */
  file: string;
  generation: number;
}

export interface ManifestLandscape {
  /** File name without extension. */
  file: string;
  /** Version of the file and of the rules that made it. */
  version: number;
  /** The projects segment whose rows it has. */
  projects: string;
}

/** Where texts, postings and vectors of the archive are kept, if not in the snapshot's segments. */
export interface ManifestRemoteArchive {
  /** Indices whose names begin with this. */
  group: string;
  /** Under this name the snapshots of one data directory protect their segments there. */
  installation: string;
}

export interface ManifestFile {
  sha256: string;
  bytes: number;
}

export interface Manifest {
  format: 2 | 3 | typeof manifestFormat | typeof remoteManifestFormat;
  id: string;
  /** Digest of all inputs; if it is unchanged, there is nothing to publish. Empty: they changed while they were read. */
  inputs: string;
  corpusRevision: string;
  /** The catalog's latest withdrawal at the time of reading; this snapshot reflects it and all earlier ones. */
  lastWithdrawal: number;
  embedder: ManifestEmbedder;
  /** `inputs`: digest of all inputs of the segment, except the previous clusters. */
  projects: { file: string; inputs: string; count: number; unembedded: number };
  /** Null while there are too few projects to group. */
  clusters: ManifestClusters | null;
  /** Absent in snapshots of versions that had none. */
  landscape?: ManifestLandscape;
  archive: {
    /** `archiveVersion` of the publish that built the segments; absent in snapshots of versions that did not record it. */
    version?: number;
    segments: ManifestArchiveSegment[];
    /** Frozen when the first segment was written. */
    parameters: ArchiveParameters | null;
    /**
     * Documents of different sources whose texts are nearly the same, as pairs of numbers over all segments. Absent in
     * snapshots of versions that did not look for them.
     */
    duplicates?: [number, number][];
    remote?: ManifestRemoteArchive;
  };
  sources: ManifestSource[];
  hackathons: ManifestHackathon[];
  taxonomy: Taxonomy;
  freshness: {
    projectsSyncedAt: string | null;
    embeddingsVersion: string | null;
    archiveIngestedAt: string | null;
  };
  /** By the names of `segmentFileNames`. Only of snapshots in a store that servers share. */
  files?: Record<string, ManifestFile>;
}

export const manifestPath = (directory: DataDirectory, id: string) => join(directory.snapshots, `${id}.json`);

/** The id of the current snapshot, or null when there is none yet. */
export function currentSnapshot(directory: DataDirectory): string | null {
  if (!existsSync(directory.current)) return null;
  return readFileSync(directory.current, "utf8").trim() || null;
}

/** Activates a written snapshot atomically. */
export function setCurrentSnapshot(directory: DataDirectory, id: string): void {
  writeDurably(directory.current, `${id}\n`);
}

/** Ids of all snapshots, oldest first. */
export function listSnapshots(directory: DataDirectory): string[] {
  if (!existsSync(directory.snapshots)) return [];
  return readdirSync(directory.snapshots)
    .filter((name) => /^\d{6}\.json$/.test(name))
    .map((name) => name.slice(0, 6))
    .sort();
}

export function writeManifest(directory: DataDirectory, manifest: Manifest): void {
  writeDurably(manifestPath(directory, manifest.id), manifestText(manifest));
}

export const manifestText = (manifest: Manifest): string => `${JSON.stringify(manifest)}\n`;

/** Throws a SegmentError when the manifest is missing, damaged or of an unknown format. */
export function readManifest(directory: DataDirectory, id: string): Manifest {
  return readManifestFile(manifestPath(directory, id));
}

/** The same for a manifest that is not in its place yet. */
export function readManifestFile(path: string): Manifest {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new SegmentError(path, "cannot be read", { cause: error });
  }
  if (!readableFormats.includes(manifest.format)) throw otherFormat(path, manifest);
  return manifest;
}

/** {@link readManifest} of a snapshot to serve: throws a SegmentError for one of an earlier format, too. */
export function readServedManifest(directory: DataDirectory, id: string): Manifest {
  const manifest = readManifest(directory, id);
  const problem = servingProblem(directory, manifest);
  if (problem) throw problem;
  return manifest;
}

/** Why this version cannot serve a snapshot; null where it can. */
export function servingProblem(directory: DataDirectory, manifest: Manifest): SegmentError | null {
  return isServed(manifest) ? null : otherFormat(manifestPath(directory, manifest.id), manifest);
}

/** Whether this version can serve the snapshot, and continue its segments. */
export const isServed = ({ format }: Pick<Manifest, "format">): boolean => manifestFormats.includes(format);

function otherFormat(path: string, { format }: Manifest): SegmentError {
  const problem = `written in format ${format}, but this version of Prior Art serves formats ${manifestFormats.join(" and ")}`;
  if (format > remoteManifestFormat) return new SegmentError(path, problem, { remedy: useLaterVersion });
  return new SegmentError(path, problem, readableFormats.includes(format) ? { remedy: publishAgain } : {});
}

const publishAgain = 'Run "priorart publish": it keeps the clusters';
const useLaterVersion = "Use the version that wrote it, or publish again";

/** Names of the files in `segments` that a snapshot is made of. */
export function segmentFileNames({ embedder, projects, clusters, landscape, archive }: Manifest): string[] {
  const withTexts = [projects.file, ...archive.segments.map(({ file }) => file)];
  const others = [embedder.file, embedder.queries?.file, clusters?.file, landscape?.file].filter(
    (file) => typeof file === "string",
  );
  return [
    ...withTexts.flatMap((file) => [`${file}.seg`, `${file}.txt`]),
    ...others.map((file) => `${file}.seg`),
  ];
}
