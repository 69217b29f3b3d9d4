/** The bundled maps work as documented. */
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
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
