/** The bundled maps import real corpora completely, if PRIORART_CORPORA names their folder. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importArchive } from "../../src/ingest/archive.ts";
import { importHackathons } from "../../src/ingest/declarations.ts";
import { type ImportFixture, openFixture } from "../../src/ingest/import-fixture.case.ts";
import { importProjects } from "../../src/ingest/projects.ts";

const example = (name: string) => fileURLToPath(new URL(`../../examples/import/${name}`, import.meta.url));

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const corpora = process.env.PRIORART_CORPORA;
if (corpora === undefined)
  console.log("PRIORART_CORPORA is not set: imports of the large corpora are not tried");

describe.skipIf(corpora === undefined)("the large corpora", () => {
  it("are imported completely, and only once", { timeout: 1_000_000 }, async () => {
    const steps = [
      () =>
        importProjects(at.catalog, [join(corpora!, "projects.jsonl.gz")], {
          dataDir: at.folder,
          map: example("projects.jsonata"),
        }),
      () =>
        importArchive(at.catalog, [join(corpora!, "archive")], {
          dataDir: at.folder,
          map: example("archive.jsonata"),
        }),
    ];
    for (const name of readdirSync(corpora!).filter((entry) => /^hackathons.*\.json$/.test(entry))) {
      const map = example("hackathons.jsonata");
      steps.push(() => importHackathons(at.catalog, [join(corpora!, name)], { dataDir: at.folder, map }));
    }
    for (const step of steps) {
      const report = await step();
      expect(report).toMatchObject({
        rejected: 0,
        dropped: 0,
        updated: 0,
        unchanged: 0,
        inserted: report.read,
      });
      expect(report.seconds).toBeLessThan(300);
    }
    const counter = await at.catalog.changeCounter();
    for (const step of steps) expect(await step()).toMatchObject({ inserted: 0, updated: 0, rejected: 0 });
    expect(await at.catalog.changeCounter()).toBe(counter);
    expect(await at.catalog.counts()).toMatchObject({ projects: 8_045, documents: 83_468, sources: 16 });
  });
});
