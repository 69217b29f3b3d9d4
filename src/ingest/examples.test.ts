/** The bundled maps work as documented; also on the large corpora, if PRIORART_CORPORA names their folder. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importArchive } from "./archive.ts";
import { importHackathons } from "./declarations.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import { importProjects } from "./projects.ts";

const example = (name: string) => fileURLToPath(new URL(`../../examples/import/${name}`, import.meta.url));

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

describe("examples/import", () => {
  it("devpost.jsonata reads the sample: drafts dropped; prizes, mentions, dates and tags mapped", async () => {
    const options = { dataDir: at.folder, map: example("devpost.jsonata") };
    const report = await importProjects(at.catalog, [example("devpost-sample.csv")], options);
    expect(report).toMatchObject({ read: 4, inserted: 3, dropped: 1, rejected: 0, warnings: [] });
    const [lamplighter, murmur, helping] = (await at.projects()).map((project) => project.record);
    expect(lamplighter).toMatchObject({
      slug: "lamplighter",
      hackathon: { slug: "riverside-hacks-2024", name: "Riverside Hacks 2024" },
      tracks: ["Best Civic Hack", "Best Use of Open Data"],
      prizes: [{ type: "PRIZE", name: "Best Civic Hack" }],
      links: { github: "https://github.com/example/lamplighter", demo: "https://lamplighter.example.org" },
      team: { count: 4 },
      tags: { techStack: ["go", "rust", "mqtt", "postgresql"] },
      createdAt: "2024-05-31T00:00:00.000Z",
    });
    expect(lamplighter!.description).toContain("last night & why");
    expect(helping).toMatchObject({ slug: "second-helping", prizes: [{ type: "HONORABLE_MENTION" }] });
    expect(murmur).toMatchObject({
      slug: "murmur",
      oneLiner: null,
      team: { count: 1 },
      tags: { techStack: ["kotlin", "onnx"] },
    });
    expect(murmur!.hackathon).toBeUndefined();
  });

  it("projects.jsonata drops finalists, reads amounts and places, and cleans scraped text", async () => {
    const base = {
      slug: "a",
      name: "A &amp; B",
      hackathon: null,
      tracks: [],
      prize: null,
      links: {},
      team: { count: null },
      tags: [],
      extra: {},
    };
    const prize = { type: "sponsor", name: "Acme", placement: null, amount: null, trackName: null };
    const records = [
      {
        ...base,
        description: "Built in Rust.It works## What's next\nMore",
        prizes: [
          { ...prize, type: "finalist" },
          { ...prize, amount: "$1,500 credits", placement: "2nd place" },
        ],
        tags: ["rust", "rust", "a paragraph that someone typed into the field for tags by mistake"],
        links: { github: "https://example.org", demo: null },
      },
      { ...base, slug: "b", prizes: [{ ...prize, type: "finalist" }] },
      {
        ...base,
        slug: "c",
        prizes: [{ ...prize, type: "winner", amount: "not rewarded", placement: "Top 12" }],
      },
    ];
    const file = at.write("p.jsonl", toJsonLines(records));
    const report = await importProjects(at.catalog, [file], {
      dataDir: at.folder,
      map: example("projects.jsonata"),
    });
    expect(report).toMatchObject({ inserted: 3, rejected: 0, warnings: [] });
    const [a, b, c] = (await at.projects()).map((project) => project.record);
    expect(a).toMatchObject({
      name: "A & B",
      description: "Built in Rust. It works\n\n## What's next\nMore",
      prizes: [{ type: "SPONSOR_PRIZE", name: "Acme", amount: 1500, placement: 2 }],
      tags: { techStack: ["rust"] },
      links: { github: "https://example.org" },
    });
    expect(b!.prizes).toBeUndefined();
    expect(c!.prizes).toEqual([
      { type: "WINNER", name: "Acme", amount: null, placement: null, trackName: null },
    ]);
  });
});

const corpora = process.env.PRIORART_CORPORA;
if (corpora === undefined)
  console.log("PRIORART_CORPORA is not set: imports of the large corpora are not tried");

describe.skipIf(corpora === undefined)("the large corpora", () => {
  it("are imported completely, and only once", { timeout: 300_000 }, async () => {
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
      expect(report.seconds).toBeLessThan(60);
    }
    const counter = await at.catalog.changeCounter();
    for (const step of steps) expect(await step()).toMatchObject({ inserted: 0, updated: 0, rejected: 0 });
    expect(await at.catalog.changeCounter()).toBe(counter);
    expect(await at.catalog.counts()).toMatchObject({ projects: 8_045, documents: 83_468, sources: 16 });
  });
});
