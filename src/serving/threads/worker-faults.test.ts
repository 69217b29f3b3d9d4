import { afterEach, beforeEach, expect, it, onTestFinished } from "vitest";
import type { SnapshotHandle } from "../../corpus/snapshot.ts";
import { openWorkbench, projectsOf, type Workbench } from "../../publish/workbench.case.ts";
import { threadFile } from "../../threads/thread-file.ts";
import { openServing } from "../serving.ts";
import { retirements } from "./protocol.ts";
import { WorkerPool } from "./worker-pool.ts";

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
  await at.putProjects(...projectsOf(0, 6));
  await at.publish();
});
afterEach(() => at.close());

const search = (query: string) => ({
  query,
  limit: 5,
  offset: 0,
  diversify: false,
  includeFacets: false,
  facets: [],
  facetTopK: 8,
  includeDiagnostics: false,
});

it("when a thread throws, runs out of memory, exits or loops, only its own request is answered 503", async () => {
  const deaths: string[] = [];
  const serving = await openServing({
    dataDir: at.dataDir,
    workers: 2,
    onThreadDeath: ({ message }) => deaths.push(message.split("\n")[0]!),
    threads: {
      file: threadFile("./faulty-worker.case", import.meta.url),
      resourceLimits: { maxOldGenerationSizeMb: 160 },
      stuckMs: 5_000,
    },
  });
  onTestFinished(() => serving.close());
  let loaded = true;
  let answered = 0;
  const callers = Array.from({ length: 8 }, async () => {
    while (loaded) {
      const response = JSON.parse((await serving.execute("searchProjects", search(""))) as string);
      expect(response.results).toHaveLength(5);
      answered++;
    }
  });
  // More faults than threads, so that every dead thread must be replaced.
  for (const fault of ["throw", "memory", "exit", "loop", "throw", "exit"]) {
    const before = answered;
    await expect(serving.execute("searchProjects", search(`fault: ${fault}`))).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      status: 503,
    });
    await expect.poll(() => answered, { interval: 5 }).toBeGreaterThan(before + 20);
  }
  loaded = false;
  await Promise.all(callers);
  expect(deaths).toEqual([
    "a worker thread threw Error: thrown on purpose",
    "a worker thread ran out of memory",
    "a worker thread exited with code 9",
    "a worker thread was stuck for 5 s and was terminated",
    "a worker thread threw Error: thrown on purpose",
    "a worker thread exited with code 9",
  ]);
});

it("when a thread ends while it attaches to a snapshot, the others let go of it", async () => {
  const pool = new WorkerPool({
    threads: 1,
    file: threadFile("./faulty-worker.case", import.meta.url),
  });
  onTestFinished(() => pool.close());
  const channel = new BroadcastChannel(retirements);
  onTestFinished(() => channel.close());
  const retired = new Promise((resolve) => {
    channel.onmessage = (event) => resolve((event as MessageEvent).data);
  });
  const loaded = await pool.load(at.dataDir, "000001");
  await expect(pool.attach({ ...loaded, key: "fault" })).rejects.toThrow("could not be completed");
  expect(await retired).toBe("fault");
});

it("closing ends what waits for threads that start, and nothing attaches afterwards", async () => {
  const pool = new WorkerPool({
    threads: 2,
    file: threadFile("./faulty-worker.case", import.meta.url),
  });
  const handle = { ...(await pool.load(at.dataDir, "000001")), key: "k" };
  const another = new WorkerPool({
    threads: 1,
    file: threadFile("./faulty-worker.case", import.meta.url),
  });
  const attaching = expect(another.attach(handle)).rejects.toMatchObject({ status: 503 });
  await Promise.all([pool.close(), another.close()]);
  await attaching;
  await expect(another.attach(handle)).rejects.toMatchObject({ status: 503 });
});

it("threads that cannot start answer 503 instead of keeping requests waiting, and closing ends the retries", async () => {
  const deaths: string[] = [];
  const pool = new WorkerPool({
    threads: 2,
    file: { url: new URL("./no-such-worker.js", import.meta.url) },
    onDeath: ({ message }) => deaths.push(message),
  });
  onTestFinished(() => pool.close());
  const handle = { root: at.dataDir, id: "000001", key: "k" } as SnapshotHandle;
  for (let round = 0; round < 2; round++)
    await expect(pool.answer(handle, "getFilters", {})).rejects.toMatchObject({ status: 503 });
  await expect(pool.load(at.dataDir, "000001")).rejects.toThrow("the thread that loads snapshots threw");
  await expect.poll(() => deaths.length).toBeGreaterThan(2);
  await pool.close();
  await expect(pool.answer(handle, "getFilters", {})).rejects.toMatchObject({ status: 503 });
});
