/** Imports know from each other's locks whether they still run, in a data directory and over servers with PostgreSQL. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { onPostgres, postgresAt } from "../database/database-at.case.ts";
import { importLocks } from "../main/database.ts";
import { importLocksIn, openImportHolder, type TakeImportLock } from "./import-holder.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-holder-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** As a server has it; with PostgreSQL each has a data directory of its own. */
const storage = (server: string) => {
  const { schema, migrate, ...database } = onPostgres ? postgresAt("import-holder") : ({} as never);
  return { dataDir: onPostgres ? join(folder, server) : folder, database: onPostgres ? database : null };
};
const locks = (server: string): TakeImportLock => {
  const given = storage(server);
  return importLocks(given) ?? importLocksIn(given.dataDir);
};

it("one runs until it releases its lock, for all servers and within one process", async () => {
  const [a, b] = [await openImportHolder(locks("a")), await openImportHolder(locks("b"))];
  expect(await b.isRunning(a.id)).toBe(true);
  expect(await a.isRunning(b.id)).toBe(true);
  expect(await a.isRunning(a.id)).toBe(false);
  expect(await a.isRunning("")).toBe(false);
  expect(await a.isRunning("2f0d2a0e-0000-4000-8000-000000000000")).toBe(false);
  await a.release();
  expect(await b.isRunning(a.id)).toBe(false);
  await b.release();
  if (!onPostgres) expect(readdirSync(join(folder, "importing"))).toEqual([]);
});

it("one that is killed no longer runs, whatever process has its number now", async () => {
  const child = fileURLToPath(new URL("./import-holder.case.ts", import.meta.url));
  const running = spawn(process.execPath, ["--import", "tsx", child, JSON.stringify(storage("a"))], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(running.stdout, "data");
  const id = String(said).trim();
  const other = await openImportHolder(locks("b"));
  expect(await other.isRunning(id)).toBe(true);
  const exited = once(running, "exit");
  running.kill("SIGKILL");
  await exited;
  // PostgreSQL learns of it from the connection.
  await expect.poll(() => other.isRunning(id), { timeout: 30_000 }).toBe(false);
  await other.release();
});

it.skipIf(onPostgres)(
  "files of killed imports are deleted by later ones, those of running imports are not",
  async () => {
    const running = await openImportHolder(locks("a"));
    const path = (name: string) => join(folder, "importing", name);
    writeFileSync(path("killed.db"), "");
    writeFileSync(path("beginning.db"), "");
    const before = new Date(Date.now() - 61_000);
    for (const name of ["killed.db", `${running.id}.db`]) utimesSync(path(name), before, before);
    const next = await openImportHolder(locks("a"));
    expect(readdirSync(join(folder, "importing")).sort()).toEqual(
      ["beginning.db", `${running.id}.db`, `${next.id}.db`].sort(),
    );
    expect(await next.isRunning(running.id)).toBe(true);
    await running.release();
    await next.release();
  },
);
