import { readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "libsql";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openAccountTables } from "../accounts/open-tables.ts";
import { takeLock } from "../locks/lock.ts";
import { documentsOf, openWorkbench, type Workbench } from "../publish/workbench.case.ts";
import { checkUpgrade, type UpgradeOptions } from "./check-upgrade.ts";

let workbench: Workbench;
beforeEach(async () => {
  workbench = await openWorkbench();
  await (await openAccountTables(join(workbench.dataDir, "accounts.db"))).destroy();
});
afterEach(() => workbench.close());

const schemaOf = (name: string) => {
  const database = new Database(join(workbench.dataDir, name));
  const [row] = database.pragma("user_version") as { user_version: number }[];
  database.close();
  return row!.user_version;
};

const check = async (options: Partial<UpgradeOptions> = {}) => {
  const report = await checkUpgrade({
    dataDir: workbench.dataDir,
    version: "1.2.3",
    node: { version: "22.1.0", oldest: "20.19" },
    schemas: { catalog: schemaOf("catalog.db"), accounts: schemaOf("accounts.db") },
    embedder: { kind: "fitted" },
    settings: { given: ["PATH", "PRIORART_DATA"], known: ["PRIORART_DATA", "PRIORART_LIMIT_SEARCH"] },
    ...options,
  });
  const notes = report.checks.filter(({ state }) => state !== "ok");
  return {
    usable: report.usable,
    notes: notes.map(({ name, state, message }) => `${name} ${state}: ${message}`),
    report,
  };
};

it("finds nothing to do in a directory of this version, published or not, and none that does not exist", async () => {
  expect(await check()).toMatchObject({ usable: true, notes: [] });
  await workbench.put(...documentsOf(0, 8));
  await workbench.publish();
  const { report, notes } = await check();
  expect(notes).toEqual([]);
  expect(report.checks.map(({ name }) => name)).toEqual([
    "node",
    "catalog",
    "accounts",
    "snapshot",
    "embedder",
    "settings",
    "disk",
    "server",
  ]);
  const missing = join(workbench.dataDir, "no", "where");
  expect(await check({ dataDir: missing })).toMatchObject({ usable: true, notes: [] });
  expect(readdirSync(workbench.dataDir)).not.toContain("no");
});

it("counts versions of Node, not their letters", async () => {
  for (const [version, usable] of [
    ["20.19.0", true],
    ["20.9.0", false],
    ["18.20.1", false],
    ["101.0.0", true],
  ] as const)
    expect((await check({ node: { version, oldest: "20.19" } })).usable).toBe(usable);
});

it("distinguishes a pending migration from a newer database, and changes neither", async () => {
  const [catalog, accounts] = [schemaOf("catalog.db"), schemaOf("accounts.db")];
  expect(await check({ schemas: { catalog: catalog + 2, accounts } })).toMatchObject({
    usable: true,
    notes: [expect.stringMatching(/^catalog action: .*migrates it.*back up first/)],
  });
  expect(await check({ schemas: { catalog, accounts: accounts - 1 } })).toMatchObject({
    usable: false,
    notes: [expect.stringMatching(/^accounts failed: .*use the version that wrote it/)],
  });
  expect([schemaOf("catalog.db"), schemaOf("accounts.db")]).toEqual([catalog, accounts]);
});

it("names a file that is not a database", async () => {
  const dataDir = join(workbench.dataDir, "other");
  await mkdir(dataDir);
  await writeFile(join(dataDir, "catalog.db"), "no database ".repeat(100));
  expect(await check({ dataDir })).toMatchObject({
    usable: false,
    notes: [expect.stringMatching(/^catalog failed: .*catalog\.db cannot be read.*restore a backup/)],
  });
});

it("says when the snapshot must be published again, and when the next publish computes all vectors again", async () => {
  await workbench.put(...documentsOf(0, 8));
  await workbench.publish();
  const onnx = await check({ embedder: { kind: "onnx", folder: "mini" } });
  expect(onnx).toMatchObject({
    usable: true,
    notes: [expect.stringMatching(/^embedder action: .*fitted:.*onnx:mini:…/)],
  });
  const path = join(workbench.dataDir, "snapshots", "000001.json");
  const manifest = JSON.parse(await readFile(path, "utf8"));
  await writeFile(
    path,
    JSON.stringify({ ...manifest, embedder: { ...manifest.embedder, version: "http:small:256" } }),
  );
  const http = { kind: "http", model: "small", dimensions: null } as const;
  expect((await check({ embedder: http })).notes).toEqual([]);
  expect((await check({ embedder: { ...http, dimensions: 128 } })).notes).toHaveLength(1);
  await writeFile(path, JSON.stringify({ ...manifest, format: 2 }));
  expect((await check({ embedder: http })).notes).toEqual([
    expect.stringMatching(/^snapshot action: .*format 2.*Run "priorart publish": it keeps the clusters/),
    expect.stringMatching(/^embedder action: .*fitted:.*http:small:/),
  ]);
  await writeFile(path, JSON.stringify({ ...manifest, format: 1 }));
  expect(await check()).toMatchObject({
    usable: true,
    notes: [expect.stringMatching(/^snapshot action: .*format 1.*publish/)],
  });
});

it("lists settings that this version does not know, with the nearest one, and a running server", async () => {
  const settings = {
    given: ["PRIORART_LIMIT_SERCH", "HOME"],
    known: ["PRIORART_DATA", "PRIORART_LIMIT_SEARCH"],
  };
  expect((await check({ settings })).notes).toEqual([
    expect.stringMatching(
      /^settings action: .*PRIORART_LIMIT_SERCH \(did you mean PRIORART_LIMIT_SEARCH\?\)/,
    ),
  ]);
  const release = takeLock(join(workbench.dataDir, "server-lock.db"))!;
  expect((await check()).notes).toEqual([expect.stringMatching(/^server action: a server runs on/)]);
  release();
  expect((await check()).notes).toEqual([]);
});
