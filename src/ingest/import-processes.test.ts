/** Imports in processes that are killed, or that run concurrently, end like an undisturbed one. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importArchive } from "./archive.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import type { ImportReport } from "./types.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const CHILD = `
import { openCatalog } from ${JSON.stringify(fileURLToPath(new URL("../catalog/catalog.ts", import.meta.url)))};
import { importArchive } from ${JSON.stringify(fileURLToPath(new URL("./archive.ts", import.meta.url)))};
const [dataDir, file] = process.argv.slice(2);
const catalog = await openCatalog(dataDir + "/catalog.db");
console.log("started");
const report = await importArchive(catalog, [file], { dataDir });
console.log(JSON.stringify(report));
await catalog.close();
`;

function startChild(folder: string, file: string): ChildProcess & { lines: AsyncIterator<string> } {
  const script = join(folder, "child.mts");
  writeFileSync(script, CHILD);
  const child = spawn(process.execPath, ["--import", "tsx", script, folder, file], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    stdio: ["ignore", "pipe", "inherit"],
  });
  return Object.assign(child, { lines: createInterface(child.stdout!)[Symbol.asyncIterator]() });
}

function makeDocuments(count: number): string {
  return toJsonLines(
    Array.from({ length: count }, (_, index) =>
      index % 400 === 3
        ? { title: "no source", content: "" }
        : {
            source: `s-${index % 3}`,
            title: `T ${index % (count - 100)}`,
            content: `${index} ${"word ".repeat(400)}`,
          },
    ),
  );
}

describe("an import killed at any moment", () => {
  it("loses nothing and, run again, ends as if uninterrupted", async () => {
    const file = at.write("d.jsonl", makeDocuments(8_000));
    const undisturbed = await openFixture();
    const whole = await importArchive(undisturbed.catalog, [file], { dataDir: undisturbed.folder });
    let acknowledged = 0;
    for (let round = 0; round < 6; round++) {
      const child = startChild(at.folder, file);
      await child.lines.next();
      // Killed after a little progress: somewhere in the middle of a batch.
      for (let tries = 0; tries < 10_000; tries++) {
        const [run] = await at.catalog.importRuns(1);
        if (child.exitCode !== null || (run !== undefined && run.committedLine > acknowledged + round * 150))
          break;
        await pause(1);
      }
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      const [run] = await at.catalog.importRuns(1);
      expect(run!.committedLine).toBeGreaterThanOrEqual(acknowledged);
      acknowledged = run!.committedLine;
      if (run!.finishedAt !== null) break;
    }
    expect(acknowledged).toBeGreaterThan(0);
    const last = await importArchive(at.catalog, [file], { dataDir: at.folder });
    expect(await at.documents()).toEqual(await undisturbed.documents());
    expect(await at.catalog.sources()).toEqual(await undisturbed.catalog.sources());
    expect(last.rejected).toBe(whole.rejected);
    expect(at.rejects(last)).toEqual(at.rejects(whole).map((reject) => ({ ...reject, file })));
    const counter = await at.catalog.changeCounter();
    expect(await importArchive(at.catalog, [file], { dataDir: at.folder })).toMatchObject({
      inserted: 0,
      updated: 0,
    });
    expect(await at.catalog.changeCounter()).toBe(counter);
    await undisturbed.close();
  });
});

describe("two concurrent imports", () => {
  it("both succeed, of the same file or of different ones", async () => {
    const file = at.write("d.jsonl", makeDocuments(4_000));
    const other = at.write("e.jsonl", toJsonLines([{ source: "other", title: "X", content: "x" }]));
    const children = [file, file, other].map((input) => startChild(at.folder, input));
    const reports = await Promise.all(
      children.map(async (child) => {
        await child.lines.next();
        const { value } = await child.lines.next();
        if (child.exitCode === null) await once(child, "exit");
        expect(child.exitCode).toBe(0);
        return JSON.parse(value as string) as ImportReport;
      }),
    );
    expect(reports.map((report) => report.rejected)).toEqual([10, 10, 0]);
    const alone = await openFixture();
    await importArchive(alone.catalog, [file, other], { dataDir: alone.folder });
    expect(await at.documents()).toEqual(await alone.documents());
    await alone.close();
  });
});
