/**
 * The memories of a snapshot: WebAssembly addresses 4 GB each, so that a large snapshot spans several. Each segment
 * is stored in one of them, and every serving thread has a region with its scratch space in each.
 */
import { Arena } from "../search/kernels/arena.ts";
import type { Pointer } from "../search/kernels/kernels.ts";
import { layScratch, type Scratch, scratchBytes } from "../search/kernels/scratch.ts";
import { addressesOf, placeSections, readHeader } from "../search/segment/section-file.ts";
import { readInThreads, type UnreadSection } from "./read-sections.ts";

/** A memory takes segments up to this size, or one that is larger: half of what it addresses, the rest is for threads. */
const memoryBytes = 2 ** 31;

/** Threads in higher slots get a new region each time. */
const slots = 256;

/** Where a segment is stored. */
export interface Placement {
  /** Number of the memory. */
  memory: number;
  /** Section → address. */
  at: Record<string, Pointer>;
}

/** Fills memories with segment files: first all are placed, then all are read. */
export class SnapshotMemories {
  readonly arenas: Arena[] = [new Arena(1 << 16)];
  readonly #most: number;
  readonly #threads: number | undefined;
  /** Bytes of the files in the last memory. */
  #filled = 0;
  /** Placed and not read yet. */
  readonly unread: UnreadSection[] = [];

  /** `most`: bytes of segments in a memory; `threads`: those that read, by default as many as are worth their start. */
  constructor({ most = memoryBytes, threads }: { most?: number; threads?: number } = {}) {
    this.#most = most;
    this.#threads = threads;
  }

  /** Finds a place for a segment. Throws a SegmentError when its header is damaged. */
  place(path: string, kind: string, wanted: (section: string) => boolean = () => true): Placement {
    const { size } = readHeader(path);
    if (this.#filled > 0 && this.#filled + size > this.#most) {
      this.arenas.push(new Arena(1 << 16));
      this.#filled = 0;
    }
    this.#filled += size;
    const memory = this.arenas.length - 1;
    const sections = placeSections(path, kind, { arena: this.arenas[memory]!, wanted });
    for (const section of sections) this.unread.push({ memory, section });
    return { memory, at: addressesOf(sections) };
  }

  /** Reads and verifies what was placed. Throws a SegmentError when something is damaged. */
  fill(): void {
    readInThreads(this.unread, this.arenas, this.#threads);
    this.unread.length = 0;
  }

  /** Table of the regions of each memory: int32 per slot, 0 before the first thread. */
  layRegionTables(): Pointer[] {
    return this.arenas.map((arena) => arena.allocate(slots * 4));
  }
}

/** One thread's part of a memory. */
export interface Region {
  arena: Arena;
  scratch: Scratch;
}

/**
 * The thread's region: scratch space and `bytes` more. A thread with a `slot` reuses the region of an earlier thread
 * with the same slot, which must have ended; always with the same `bytes`.
 */
export function attachRegion(
  memory: WebAssembly.Memory,
  { bytes, table, slot }: { bytes: number; table: Pointer; slot: number | undefined },
): Region {
  const regions = new Int32Array(memory.buffer, table, slots);
  const reused = slot === undefined ? 0 : (regions[slot] ?? 0);
  // Addresses above 2 GB are negative as int32.
  const arena = Arena.within(memory, scratchBytes + bytes, reused === 0 ? undefined : reused >>> 0);
  if (slot !== undefined && slot < slots) regions[slot] = arena.start;
  return { arena, scratch: layScratch(arena) };
}
