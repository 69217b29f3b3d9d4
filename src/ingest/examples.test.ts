/** The bundled maps work as documented. */
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

  it("hackathons.jsonata makes slugs from names, and keeps the dates", async () => {
    const file = at.write(
      "hackathons.json",
      JSON.stringify([
        {
          source: "a",
          name: "Harbour Hacks 2024",
          slug: "harbour.example",
          startDate: "2024-11-15",
          endDate: "2024-11-17",
        },
        { source: "a", name: "Café Jam", slug: "", startDate: "2025-01-10" },
      ]),
    );
    const options = { dataDir: at.folder, map: example("hackathons.jsonata") };
    const report = await importHackathons(at.catalog, [file], options);
    expect(report).toMatchObject({ read: 2, inserted: 2, rejected: 0, warnings: [] });
    const [harbour, cafe] = (await at.catalog.hackathons()).sort((a, b) => b.slug.localeCompare(a.slug));
    expect(harbour).toMatchObject({
      slug: "harbour-hacks-2024",
      name: "Harbour Hacks 2024",
      startDate: expect.stringMatching(/^2024-11-15/),
      submissionDeadline: expect.stringMatching(/^2024-11-17/),
    });
    expect(cafe).toMatchObject({ slug: "cafe-jam", name: "Café Jam" });
  });

  it("archive.jsonata names a document without a title, and keeps its text as it is", async () => {
    const content = "  First line\n\n<b>second</b>  ";
    const file = at.write(
      "archive.jsonl",
      toJsonLines([
        {
          id: "4a1a7c0e-0000-4000-8000-000000000001",
          source: "essays",
          sourceLabel: "Essays",
          title: "",
          author: "A. Writer",
          url: "https://example.org/1",
          publishedAt: "2024-01-02",
          content,
        },
      ]),
    );
    const options = { dataDir: at.folder, map: example("archive.jsonata") };
    const report = await importArchive(at.catalog, [file], options);
    expect(report).toMatchObject({ read: 1, inserted: 1, rejected: 0, warnings: [] });
    const [document] = await at.documents();
    expect(document).toMatchObject({
      documentId: "4a1a7c0e-0000-4000-8000-000000000001",
      source: "essays",
      title: "(no title)",
      author: "A. Writer",
    });
    expect(document!.content).toContain("<b>second</b>");
  });
});
