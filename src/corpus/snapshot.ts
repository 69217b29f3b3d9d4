/**
 * A snapshot in memory. One thread loads its segments into shared memories; every serving thread, including that one,
 * then attaches and gets its own scratch space there.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { bitsetBytes, setRange } from "../search/bitset.ts";
import type { Arena } from "../search/kernels/arena.ts";
import type { Pointer } from "../search/kernels/kernels.ts";
import type { Scratch } from "../search/kernels/scratch.ts";
import { attachSections, type LoadedSections } from "../search/segment/section-file.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { applyCalibration } from "../search/vector/calibration.ts";
import type { Centroids } from "../search/vector/centroids.ts";
import { CoarseQuantizer, type PlacedCentroids, placeCentroids } from "../search/vector/coarse-quantizer.ts";
import { ArchiveIndex } from "./archive/archive-index.ts";
import { type ArchiveSegmentMeta, archiveSegmentKind, signaturesSection } from "./archive/archive-layout.ts";
import { ArchiveSegment } from "./archive/archive-segment.ts";
import type { MountedSegment } from "./archive/mounted-segment.ts";
import type { SegmentBits } from "./archive/segment-bits.ts";
import { type DataDirectory, dataDirectory } from "./data-directory.ts";
import {
  type Manifest,
  type ManifestLandscape,
  type ManifestSource,
  readManifest,
  readServedManifest,
} from "./manifest.ts";
import {
  type Landscape,
  type LandscapeMeta,
  landscapeKind,
  landscapeVersion,
  openLandscape,
} from "./projects/landscape.ts";
import type { ProjectCorpus } from "./projects/project-corpus.ts";
import { ProjectIndex } from "./projects/project-index.ts";
import { type ProjectSegmentMeta, projectSegmentKind } from "./projects/project-layout.ts";
import { underPrefix } from "./section-names.ts";
import { attachRegion, type Placement, SnapshotMemories } from "./snapshot-memory.ts";
import type { Taxonomy } from "./taxonomy/taxonomy.ts";
import { forgetVerified } from "./verified-files.ts";

export const embedderSegmentKind = "embedder";
export const queryMapKind = "queries";

/** What another thread needs to attach; can be sent by `postMessage`. */
export interface SnapshotHandle {
  root: string;
  id: string;
  /** Unique to this load of the snapshot. */
  key: string;
  memories: WebAssembly.Memory[];
  /** {@link SnapshotLayout} as JSON: sent with every request, where a string costs a tenth of objects. */
  layout: string;
}

/** Addresses of everything in the memories. */
interface SnapshotLayout {
  /** By segment file. */
  placed: Record<string, Placement>;
  /** Of all archive segments, in the first memory; null where none has lists. */
  centroids: PlacedCentroids | null;
  live: LivePointers;
  /** Per memory: its table of regions. */
  regions: Pointer[];
}

/** Bits that the polling thread clears and all threads read: of an archive segment in its memory, others in the first. */
interface LivePointers {
  projects: Pointer;
  /** Per archive segment. */
  archive: { chunks: Pointer; documents: Pointer }[];
  /** One byte per source of the manifest: 1 when only an excerpt may be read. */
  excerpts: Pointer;
  /** Three int32: how many documents are not live, and 64 bits mixed from the keys withdrawn since publishing. */
  withdrawals: Pointer;
}

/** Reads and verifies every segment. Throws a SegmentError when one is damaged; the next publish then reads all of them. */
export function loadSnapshot(root: string, id: string, memories = new SnapshotMemories()): SnapshotHandle {
  const directory = dataDirectory(root);
  try {
    return load(directory, id, memories);
  } catch (error) {
    if (error instanceof SegmentError) forgetVerified(directory);
    throw error;
  }
}

function load(directory: DataDirectory, id: string, memories: SnapshotMemories): SnapshotHandle {
  const manifest = readServedManifest(directory, id);
  const placed: Record<string, Placement> = {};
  const place = (file: string, kind: string) => {
    const path = join(directory.segments, `${file}.seg`);
    placed[file] = memories.place(path, kind, (section) => section !== signaturesSection);
  };
  if (manifest.embedder.file) place(manifest.embedder.file, embedderSegmentKind);
  if (manifest.embedder.queries) place(manifest.embedder.queries.file, queryMapKind);
  place(manifest.projects.file, projectSegmentKind);
  const landscape = landscapeOf(manifest);
  if (landscape) place(landscape.file, landscapeKind);
  for (const { file } of manifest.archive.segments) place(file, archiveSegmentKind);
  memories.fill();
  const { arenas } = memories;
  const layout: SnapshotLayout = {
    placed,
    centroids: placeCentroids(
      arenas[0]!,
      manifest.archive.segments.map(({ file }) => {
        const { memory, at } = placed[file]!;
        const loaded = attachSections(join(directory.segments, `${file}.seg`), at, arenas[memory]!);
        return underPrefix<Centroids>(loaded, "vectors").arrays;
      }),
    ),
    live: layLive(manifest, (file) => arenas[file === null ? 0 : placed[file]!.memory]!),
    regions: memories.layRegionTables(),
  };
  return {
    root: directory.root,
    id,
    key: id,
    memories: arenas.map(({ memory }) => memory),
    layout: JSON.stringify(layout),
  };
}

/** `arenaOf`: the arena of an archive segment, or of what belongs to none. */
function layLive(manifest: Manifest, arenaOf: (file: string | null) => Arena): LivePointers {
  const full = (arena: Arena, length: number) => {
    const at = arena.allocate(bitsetBytes(length));
    setRange(arena.bytes(at, bitsetBytes(length)), 0, length);
    return at;
  };
  const first = arenaOf(null);
  const live = {
    projects: full(first, manifest.projects.count),
    archive: manifest.archive.segments.map(({ file, chunks, documents }) => ({
      chunks: full(arenaOf(file), chunks),
      documents: full(arenaOf(file), documents),
    })),
    excerpts: first.allocate(manifest.sources.length),
    withdrawals: first.allocate(12),
  };
  const excerpts = first.bytes(live.excerpts, manifest.sources.length);
  manifest.sources.forEach(({ access }, i) => {
    excerpts[i] = access === "excerpt" ? 1 : 0;
  });
  return live;
}

/** Withdrawals and access restrictions that override the snapshot. */
export interface SnapshotOverlay {
  withdrawnProjects: readonly { key: string; change: number }[];
  withdrawnDocuments: readonly { key: string; change: number }[];
  sourceAccess: Readonly<Record<string, "open" | "excerpt">>;
}

/** One thread's view of a snapshot. */
export class CorpusSnapshot implements ProjectCorpus {
  readonly id: string;
  readonly manifest: Manifest;
  readonly projects: ProjectIndex;
  readonly landscape: Landscape | null;
  readonly archive: ArchiveIndex;
  /** This thread's own part of the first memory. */
  readonly arena: Arena;
  readonly scratch: Scratch;
  /** The fitted embedder's tables; null when the snapshot was embedded by a remote one. */
  readonly embedder: LoadedSections<unknown> | null;
  /** The map from a sentence model's vectors of queries to those of the fitted embedder; null where there is none. */
  readonly queryMap: LoadedSections<unknown> | null;
  readonly #live: LivePointers;

  /**
   * `extraBytes` of this thread's arena are left for the caller. A thread with a `slot` reuses the region of an
   * earlier thread with the same slot, which must have ended; always with the same `extraBytes`.
   */
  constructor(handle: SnapshotHandle, extraBytes = 0, slot?: number) {
    const directory = dataDirectory(handle.root);
    this.id = handle.id;
    this.manifest = readManifest(directory, handle.id);
    const { placed, centroids, live, regions }: SnapshotLayout = JSON.parse(handle.layout);
    this.#live = live;
    const own = handle.memories.map((memory, m) => {
      const bytes = filterBytes(this.manifest, (file) => placed[file]!.memory === m) + 4096;
      const more = m === 0 ? ProjectIndex.ownBytes(this.manifest.projects.count) + extraBytes : 0;
      return attachRegion(memory, { bytes: bytes + more, table: regions[m]!, slot });
    });
    const space = own[0]!;
    this.arena = space.arena;
    this.scratch = space.scratch;
    const path = (file: string, extension: string) => join(directory.segments, `${file}.${extension}`);
    const attach = <Meta>(file: string) => {
      const { memory, at } = placed[file]!;
      return attachSections<Meta>(path(file, "seg"), at, own[memory]!.arena);
    };
    const { embedder, projects, archive } = this.manifest;
    this.embedder = embedder.file ? attach(embedder.file) : null;
    this.queryMap = embedder.queries ? attach(embedder.queries.file) : null;
    this.projects = new ProjectIndex(attach<ProjectSegmentMeta>(projects.file), path(projects.file, "txt"), {
      ...space,
      live: this.arena.bytes(live.projects, bitsetBytes(projects.count)),
    });
    const opened: { close(): void }[] = [this.projects];
    try {
      const landscape = landscapeOf(this.manifest);
      this.landscape = landscape ? openLandscape(attach<LandscapeMeta>(landscape.file)) : null;
      let firstDocument = 0;
      let firstChunk = 0;
      const mounted = archive.segments.map(({ file, documents, chunks }, s): MountedSegment => {
        const region = own[placed[file]!.memory]!;
        const segment = new ArchiveSegment(attach<ArchiveSegmentMeta>(file), path(file, "txt"), region);
        opened.push(segment);
        const size = { chunks: bitsetBytes(chunks), documents: bitsetBytes(documents) };
        const filter = {
          chunks: region.arena.allocate(size.chunks),
          documents: region.arena.allocate(size.documents),
        };
        const mount = {
          segment,
          firstDocument,
          firstChunk,
          live: bitsAt(region.arena, live.archive[s]!, size),
          filter: bitsAt(region.arena, filter, size),
          scratch: region.scratch,
        };
        firstDocument += documents;
        firstChunk += chunks;
        return mount;
      });
      this.archive = new ArchiveIndex(mounted, {
        withdrawals: this.#withdrawals(),
        duplicates: archive.duplicates,
        lists: centroids && {
          quantizer: new CoarseQuantizer(this.arena, centroids),
          scratch: this.scratch,
        },
      });
    } catch (error) {
      for (const one of opened) one.close();
      throw error;
    }
  }

  /** The sources as published, with their present access. */
  sources(): ManifestSource[] {
    const excerpts = this.#excerpts();
    return this.manifest.sources.map((source, i) => ({
      ...source,
      access: Atomics.load(excerpts, i) === 1 ? "excerpt" : "open",
    }));
  }

  get taxonomy(): Taxonomy {
    return this.manifest.taxonomy;
  }

  /** As published; differs for each set of records withdrawn since. */
  get corpusRevision(): string {
    const mixed = this.#withdrawals();
    const [high, low] = [Atomics.load(mixed, 1), Atomics.load(mixed, 2)];
    if (high === 0 && low === 0) return this.manifest.corpusRevision;
    const hex = (half: number) => (half >>> 0).toString(16).padStart(8, "0");
    return `${this.manifest.corpusRevision}.${hex(high)}${hex(low)}`;
  }

  get vectorsByModel(): boolean {
    return this.manifest.embedder.kind === "remote";
  }

  get freshness(): Manifest["freshness"] {
    return this.manifest.freshness;
  }

  /** Every source with its live documents. */
  archiveSources(): { key: string; label: string; documentCount: number }[] {
    const counts = this.archive.sourceCounts();
    return this.manifest.sources.map(({ key, label }) => ({
      key,
      label,
      documentCount: counts.get(key) ?? 0,
    }));
  }

  /** Calibrated similarity, 0 to 1, of a raw cosine. */
  calibrated(cosine: number): number {
    return applyCalibration(this.manifest.embedder.calibration, cosine);
  }

  /** Whether only an excerpt of the source may be read. */
  isExcerptOnly(key: string): boolean {
    const i = this.manifest.sources.findIndex((source) => source.key === key);
    return i >= 0 && Atomics.load(this.#excerpts(), i) === 1;
  }

  /** Whether the source's documents are summaries that a machine wrote. */
  hasMachineSummaries(key: string): boolean {
    return this.manifest.sources.some((source) => source.key === key && source.machineSummaries === true);
  }

  /** Applies withdrawals and restrictions made since the catalog was read for this snapshot, for all threads. */
  apply(overlay: SnapshotOverlay): void {
    const { archive, sources, lastWithdrawal } = this.manifest;
    archive.segments.forEach(({ superseded }, s) => {
      this.archive.supersede(s, superseded);
    });
    for (const { key, change } of overlay.withdrawnProjects) {
      if (change <= lastWithdrawal || this.projects.find(key) < 0) continue;
      this.projects.withdraw(key);
      this.#mixIn(`project:${key}`);
    }
    for (const { key, change } of overlay.withdrawnDocuments) {
      if (change <= lastWithdrawal || this.archive.find(key) < 0) continue;
      this.archive.withdraw(key);
      this.#mixIn(`document:${key}`);
    }
    const excerpts = this.#excerpts();
    sources.forEach(({ key, access }, i) => {
      Atomics.store(excerpts, i, (overlay.sourceAccess[key] ?? access) === "excerpt" ? 1 : 0);
    });
  }

  close(): void {
    this.projects.close();
    this.archive.close();
  }

  #excerpts(): Uint8Array {
    return this.arena.bytes(this.#live.excerpts, this.manifest.sources.length);
  }

  #withdrawals(): Int32Array {
    return new Int32Array(this.arena.memory.buffer, this.#live.withdrawals, 3);
  }

  /** XOR, so that the result does not depend on the order of withdrawals. */
  #mixIn(withdrawn: string): void {
    const digest = createHash("sha256").update(withdrawn).digest();
    const mixed = this.#withdrawals();
    Atomics.xor(mixed, 1, digest.readInt32LE(0));
    Atomics.xor(mixed, 2, digest.readInt32LE(4));
  }
}

interface SegmentSizes {
  chunks: number;
  documents: number;
}

function bitsAt(arena: Arena, at: SegmentSizes, bytes: SegmentSizes): SegmentBits {
  return {
    chunks: arena.bytes(at.chunks, bytes.chunks),
    documents: arena.bytes(at.documents, bytes.documents),
    chunksAt: at.chunks,
    documentsAt: at.documents,
  };
}

/** Null where the snapshot has none, or one of another version of Prior Art. */
function landscapeOf({ landscape }: Manifest): ManifestLandscape | null {
  return landscape?.version === landscapeVersion ? landscape : null;
}

/** Bytes of a thread's filters over the segments that `isInMemory` selects. */
function filterBytes({ archive }: Manifest, isInMemory: (file: string) => boolean): number {
  return archive.segments
    .filter(({ file }) => isInMemory(file))
    .reduce((sum, { chunks, documents }) => sum + bitsetBytes(chunks) + bitsetBytes(documents) + 128, 0);
}
