/**
 * Reads and verifies sections on several cores. The calling thread takes its share and then waits for the others; it
 * reads again what another one failed to, so that errors are its own.
 */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { Arena } from "../search/kernels/arena.ts";
import { type PlacedSection, readPlaced } from "../search/segment/section-file.ts";
import { memoryLimits } from "../threads/memory-limits.ts";
import { threadFile } from "../threads/thread-file.ts";

export interface UnreadSection {
  /** Number of the memory. */
  memory: number;
  section: PlacedSection;
}

/** `workerData` of a reading thread. */
export interface SharedReading {
  unread: readonly UnreadSection[];
  memories: readonly WebAssembly.Memory[];
  /** One per section, as below. */
  states: Int32Array;
}

const untaken = 0;
const taken = 1;
const read = 2;
const failed = 3;

/** Reading less than this takes about as long as starting a thread. */
const bytesPerThread = 64 * 2 ** 20;
const maxThreads = 8;
/** A thread that reads one section for longer has died. */
const longestMs = 60_000;

/** `threads`: by default as many as there are cores, and fewer for little. Throws the SegmentError of a damaged section. */
export function readInThreads(
  unread: readonly UnreadSection[],
  arenas: readonly Arena[],
  threads = threadsFor(unread),
): void {
  const states = new Int32Array(new SharedArrayBuffer(unread.length * 4));
  const shared: SharedReading = { unread, memories: arenas.map(({ memory }) => memory), states };
  for (let i = 1; i < threads; i++) startThread(shared);
  takeSections(shared, arenas);
  unread.forEach(({ memory, section }, i) => {
    Atomics.wait(states, i, taken, longestMs);
    if (Atomics.load(states, i) !== read) readPlaced(section, arenas[memory]!);
  });
}

function threadsFor(unread: readonly UnreadSection[]): number {
  const bytes = unread.reduce((sum, { section }) => sum + section.bytes, 0);
  return Math.min(availableParallelism(), maxThreads, Math.floor(bytes / bytesPerThread));
}

/** It ends when every section is taken. If it cannot start, the others are left to the calling thread. */
function startThread(workerData: SharedReading): void {
  const { url, execArgv } = threadFile("./reading-thread", import.meta.url);
  const worker = new Worker(url, {
    workerData,
    resourceLimits: memoryLimits(),
    ...(execArgv && { execArgv }),
  });
  worker.on("error", () => {});
  worker.unref();
}

/** Reads sections that no other thread has taken, until there are none. */
export function takeSections(
  { unread, states }: Omit<SharedReading, "memories">,
  arenas: readonly Arena[],
): void {
  unread.forEach(({ memory, section }, i) => {
    if (Atomics.compareExchange(states, i, untaken, taken) !== untaken) return;
    let state = failed;
    try {
      readPlaced(section, arenas[memory]!);
      state = read;
    } catch {
      // The calling thread reads it once more.
    }
    Atomics.store(states, i, state);
    Atomics.notify(states, i);
  });
}
