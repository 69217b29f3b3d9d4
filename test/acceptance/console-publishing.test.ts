/** Publishing in the console: started, watched, cancelled and rolled back, with the state of the machine. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ConsoleServer, type Visitor } from "./harness/console.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { copyOfDemo } from "./harness/shared-demo.ts";

let server: ConsoleServer;
let root: Visitor;
beforeAll(async () => {
  server = new ConsoleServer((await copyOfDemo()).data);
  await server.start();
  root = await server.member("root@example.org", "--admin");
});
afterAll(() => server?.dispose());

const wait = { timeout: 120_000, interval: 50 };

async function importProject(number: number): Promise<void> {
  const file = join(server.data, `project-${number}.jsonl`);
  await writeFile(
    file,
    JSON.stringify({ slug: `added-${number}`, name: `Added ${number}`, description: "A ledger." }),
  );
  await priorart(server.data, "import", "projects", file);
}

const ended = () =>
  vi.waitFor(async () => {
    const { running, last } = await root.get("getPublish");
    expect(running).toBeNull();
    return last!;
  }, wait);

it("publishes in a process of its own, one at a time, and reports its progress", async () => {
  expect(await root.get("getPublish")).toEqual({ running: null, last: null });
  await importProject(1);
  const started = await root.get("startPublish", {});
  expect(started.running).toMatchObject({ startedBy: "administrator", stopping: false });
  expect(await root.outcome("startPublish", {})).toEqual([403, "FORBIDDEN"]);
  const [current] = (await root.get("listSnapshots")).snapshots;
  expect(await root.outcome("rollBack", { from: current!.id })).toEqual([403, "FORBIDDEN"]);
  const step = await vi.waitFor(async () => {
    const { running } = await root.get("getPublish");
    expect(running?.step).toEqual(expect.any(String));
    return running!.step;
  }, wait);
  expect(step).toMatch(/^[a-z-]+$/);
  const { jobs } = await root.get("getSystem");
  for (const job of jobs) expect(job.kind).toBe("publish");
  expect(await ended()).toMatchObject({ outcome: "published", message: null });
  await root.get("startPublish", {});
  expect((await ended()).outcome).toBe("unchanged");
});

it("lists snapshots, and rolls back to the one before the current, once", async () => {
  const { snapshots } = await root.get("listSnapshots");
  expect(snapshots.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  const [newer, older] = snapshots;
  expect(newer!.projects).toBe(older!.projects + 1);
  for (const { bytes, documents, passages, publishedAt, problem } of snapshots) {
    expect([bytes > 10_000, documents > 0, passages >= documents, problem]).toEqual([true, true, true, null]);
    expect(Date.parse(publishedAt)).toBeGreaterThan(0);
  }
  expect(await root.get("rollBack", { from: newer!.id })).toEqual({ snapshot: older!.id });
  expect(await root.outcome("rollBack", { from: newer!.id })).toEqual([403, "FORBIDDEN"]);
  expect(await root.outcome("rollBack", { from: older!.id })).toEqual([403, "FORBIDDEN"]);
  await vi.waitFor(async () => expect((await root.get("getCorpus")).snapshot!.id).toBe(older!.id), wait);
  expect((await root.get("listSnapshots")).snapshots.map(({ isCurrent }) => isCurrent)).toEqual([
    false,
    true,
  ]);
});

it("cancels a publish, which leaves the current snapshot; the next one completes", async () => {
  expect(await root.outcome("cancelPublish", {})).toEqual([404, "NOT_FOUND"]);
  await importProject(2);
  const before = (await root.get("getCorpus")).published;
  await root.get("startPublish", { refit: true });
  expect((await root.get("cancelPublish", {})).running!.stopping).toBe(true);
  expect(await ended()).toMatchObject({ outcome: "cancelled", snapshot: null });
  expect((await root.get("getCorpus")).published).toBe(before);
  await root.get("startPublish", {});
  expect((await ended()).outcome).toBe("published");
  const { entries } = await root.get("listAudit", { q: "publish" } as object);
  expect(entries.slice(0, 3).map(({ action, detail }) => [action, detail])).toEqual([
    ["publish", null],
    ["cancel-publish", null],
    ["publish", "refit"],
  ]);
});

it("reports the disk use of the data directory by part, and the memory", async () => {
  const { disk, memory, version, startedAt } = await root.get("getSystem");
  expect(disk.parts.map(({ name }) => name).sort()).toEqual(
    expect.arrayContaining(["accounts", "catalog", "snapshots"]),
  );
  for (const { bytes } of disk.parts) expect(bytes).toBeGreaterThan(0);
  expect(memory.processBytes).toBeGreaterThan(10_000_000);
  expect(memory.totalBytes).toBeGreaterThan(memory.freeBytes);
  expect([version === "", Date.parse(startedAt) > 0]).toEqual([false, true]);
});

it("groups why an import rejected records", async () => {
  const file = join(server.data, "foreign.jsonl");
  await writeFile(file, `${'{"slug":"a-project","name":"A","tags":"one"}\n'.repeat(3)}{"slug":7}\n`);
  await priorart(server.data, "import", "projects", file).catch(() => {});
  const [run] = (await root.get("getCorpus")).imports;
  expect(run).toMatchObject({ file: "foreign.jsonl", rejected: 4, reasonsOf: 4, needsMap: true });
  expect(run!.reasons[0]).toMatchObject({ field: "tags", rule: "wrong-type", count: 3 });
});
