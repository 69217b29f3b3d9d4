import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CorpusSnapshot, loadSnapshot, type SnapshotHandle } from "../corpus/snapshot.ts";
import { documentOf, openWorkbench, type Workbench } from "../publish/workbench.case.ts";
import type { SnapshotContext } from "./answer.ts";
import { SnapshotCache } from "./snapshot-cache.ts";
import { openAssistance } from "./threads/assistance.ts";

let at: Workbench;
let handle: SnapshotHandle;
const cache = new SnapshotCache({});
beforeEach(async () => {
  at = await openWorkbench();
  await at.put(documentOf(0));
  const { snapshot } = await at.publish();
  handle = { ...loadSnapshot(at.dataDir, snapshot), key: `${snapshot}#${Math.random()}` };
});
afterEach(async () => {
  cache.close();
  await at.close();
});

/** Holds a request open; `closed` tells whether its snapshot was closed. */
function hold() {
  let finish = () => {};
  let context: SnapshotContext | null = null;
  let closed = false;
  const done = cache.use(handle, (given) => {
    context = given;
    vi.spyOn(given.snapshot, "close").mockImplementation(() => {
      closed = true;
    });
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  return { done, finish: () => finish(), context: () => context!, closed: () => closed };
}

it("keeps one view of a snapshot for all requests of the thread", async () => {
  const views = await Promise.all([1, 2].map(() => cache.use(handle, async ({ snapshot }) => snapshot)));
  expect(views[0]).toBe(views[1]);
});

it("releases a retired snapshot only after its last in-flight request", async () => {
  const one = hold();
  const two = hold();
  cache.retire(handle.key);
  one.finish();
  await one.done;
  expect(two.closed()).toBe(false);
  expect(two.context().snapshot.archive.find(documentOf(0).documentId)).toBe(0);
  two.finish();
  await two.done;
  expect(two.closed()).toBe(true);
});

it("releases a snapshot that was retired before a queued request for it arrived", async () => {
  cache.retire(handle.key);
  const late = hold();
  late.finish();
  await late.done;
  expect(late.closed()).toBe(true);
});

it("assigns a thread the cleared memory region of its predecessor in the same slot", () => {
  const [memory] = handle.memories as [WebAssembly.Memory];
  const extra = 100_000;
  const first = new CorpusSnapshot(handle, extra, 3);
  const size = memory.buffer.byteLength;
  const start = first.arena.start;
  first.arena.bytes(start, 500_000).fill(255);
  const second = new CorpusSnapshot(handle, extra, 3);
  expect(second.arena.start).toBe(start);
  expect(memory.buffer.byteLength).toBe(size);
  const left = second.arena.allocate(extra - 64);
  expect(second.arena.bytes(left, extra - 64).every((byte) => byte === 0)).toBe(true);
  expect(second.archive.find(documentOf(0).documentId)).toBe(0);
  // A thread with another slot, or without one, gets its own region.
  for (const slot of [4, 1_000, 1_000, undefined]) {
    const other = new CorpusSnapshot(handle, extra, slot);
    expect(other.arena.start).not.toBe(start);
    other.close();
  }
  expect(memory.buffer.byteLength).toBeGreaterThan(size);
  first.close();
  second.close();
});

it("searches the archive for other threads, in snapshots that it has attached to", async () => {
  const assistance = `snapshot-cache-test-${Math.random()}`;
  const helping = new SnapshotCache({ assistance });
  const asking = openAssistance(assistance, () => null);
  try {
    const { archive } = await helping.use(handle, async ({ snapshot }) => snapshot);
    const search = vi.spyOn(archive, "searchVectors");
    const query = archive.vectorOf(0)!;
    const rotated = Float32Array.from(query.int8, (x) => x * query.scale);
    const task = { rotated, k: 3, candidates: 3 };
    const unknown = asking.on("another").offer(task);
    const wait = asking.on(handle.key).offer(task);
    await expect.poll(() => search.mock.results, { interval: 1 }).toHaveLength(1);
    expect(wait()).toEqual(Uint32Array.of(0));
    expect(unknown()).toBeNull();
  } finally {
    helping.close();
    asking.close();
  }
});
