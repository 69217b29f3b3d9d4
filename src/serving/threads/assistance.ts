/**
 * Threads that help each other: one offers a task to all others of its pool, and the first that is idle claims it. A task
 * that none has claimed when its owner has nothing else to do is done by the owner, so that no request waits for a busy
 * thread. An owner never waits for a thread that waits: a claimed task is computed without a pause.
 */
import type { Assistants, NearestTask } from "../../archive-search/assistants.ts";

/** States of a task. */
const open = 0;
const claimed = 1;
const done = 2;
const failed = 3;
const withdrawn = 4;

/** A thread that has claimed a task and died is waited for this long. */
const defaultWaitMs = 2_000;

/** Two int32, state and number of chunks found; then the chunks. */
const headerBytes = 8;

interface Offer {
  /** Of the snapshot. */
  key: string;
  task: NearestTask;
  shared: SharedArrayBuffer;
}

export interface Assistance {
  /** Offers tasks on the snapshot with this key. */
  on(key: string): Assistants;
  close(): void;
}

/**
 * Joins the threads that use the same `channel`. `find` does a task of another thread on the snapshot with this key; null
 * where this thread has not attached to it.
 */
export function openAssistance(
  channel: string,
  find: (key: string, task: NearestTask) => Uint32Array | null,
  waitMs: number = defaultWaitMs,
): Assistance {
  const others = new BroadcastChannel(channel);
  others.onmessage = (event) => take((event as unknown as { data: Offer }).data, find);
  // Listening must not keep the thread alive.
  (others as unknown as { unref(): void }).unref();
  return {
    on: (key) => ({
      offer(task) {
        const shared = new SharedArrayBuffer(headerBytes + task.k * 4);
        others.postMessage({ key, task, shared } satisfies Offer);
        return () => resultOf(shared, waitMs);
      },
    }),
    close: () => others.close(),
  };
}

function take(
  { key, task, shared }: Offer,
  find: (key: string, task: NearestTask) => Uint32Array | null,
): void {
  const header = new Int32Array(shared, 0, 2);
  if (Atomics.compareExchange(header, 0, open, claimed) !== open) return;
  let chunks: Uint32Array | null = null;
  try {
    chunks = find(key, task);
    if (chunks) {
      new Uint32Array(shared, headerBytes).set(chunks);
      header[1] = chunks.length;
    }
  } catch {
    // The owner meets the same error, and answers with it.
  }
  Atomics.store(header, 0, chunks ? done : failed);
  Atomics.notify(header, 0);
}

function resultOf(shared: SharedArrayBuffer, waitMs: number): Uint32Array | null {
  const header = new Int32Array(shared, 0, 2);
  if (Atomics.compareExchange(header, 0, open, withdrawn) === open) return null;
  Atomics.wait(header, 0, claimed, waitMs);
  if (Atomics.load(header, 0) !== done) return null;
  return new Uint32Array(shared, headerBytes, header[1]).slice();
}
