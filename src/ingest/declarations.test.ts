import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it } from "vitest";
import { importHackathons, importSources } from "./declarations.ts";
import { type ImportFixture, openFixture } from "./import-fixture.case.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const hackathons = (file: string, options = {}) =>
  importHackathons(at.catalog, [file], { dataDir: at.folder, ...options });

it("reads sources from YAML, changing nothing the second time", async () => {
  const file = at.write(
    "s.yaml",
    "sources:\n  - key: a\n    label: A\n    licenceNote: CC0\n    url: https://example.org/a\n  - { key: b, label: B, kind: talks, access: excerpt }\n",
  );
  const options = { dataDir: at.folder };
  expect(await importSources(at.catalog, [file], options)).toMatchObject({
    read: 2,
    inserted: 2,
    warnings: [],
  });
  const counter = await at.catalog.changeCounter();
  expect(await importSources(at.catalog, [file], options)).toMatchObject({ unchanged: 2 });
  expect(await at.catalog.changeCounter()).toBe(counter);
  expect(await at.catalog.sources()).toEqual([
    { key: "a", label: "A", kind: "other", access: "open", licenceNote: "CC0", url: "https://example.org/a" },
    { key: "b", label: "B", kind: "talks", access: "excerpt", licenceNote: null },
  ]);
});

it("reads hackathons with dates, tracks and labels, and rejects a bad one with its line", async () => {
  const file = at.write(
    "h.yaml",
    `# two hackathons
- slug: jam
  name: Jam
  startDate: 2024-03-01
  submissionDeadline: 2024-03-08T23:59:00+01:00
  current: true
  tracks:
    - { slug: z, name: Z }
    - { slug: a, name: A }
- slug: Bad Slug
  name: Bad
  city: Nowhere
`,
  );
  const report = await hackathons(file);
  expect(report).toMatchObject({ read: 2, inserted: 1, rejected: 1 });
  expect(at.rejects(report)).toMatchObject([
    { file, line: 10, record: "Bad Slug", field: "slug", rule: "format" },
  ]);
  expect(report.warnings).toEqual([expect.stringContaining('field "city" is not known')]);
  expect(await at.catalog.hackathons()).toEqual([
    {
      slug: "jam",
      name: "Jam",
      startDate: "2024-03-01",
      submissionDeadline: "2024-03-08T22:59:00.000Z",
      winnerAnnouncementDate: null,
      current: true,
      tracks: [
        { slug: "z", name: "Z" },
        { slug: "a", name: "A" },
      ],
      labels: [],
    },
  ]);
});

it("reads a JSON list through a map, and standard input", async () => {
  const map = at.write("m.jsonata", '{"slug": $slug(title), "name": title}');
  const file = at.write("h.json", JSON.stringify([{ title: "One Jam" }, { title: "Two Jam" }]));
  expect(await hackathons(file, { map })).toMatchObject({ inserted: 2 });
  expect(await hackathons("-", { stdin: Readable.from(["- slug: three"]) })).toMatchObject({ inserted: 1 });
  expect((await at.catalog.hackathons()).map(({ slug, name }) => [slug, name])).toEqual([
    ["one-jam", "One Jam"],
    ["three", "three"],
    ["two-jam", "Two Jam"],
  ]);
});

it("reports in a dry run what would change, and changes nothing", async () => {
  await hackathons(at.write("h.yaml", "- { slug: a, name: A }\n- { slug: b, name: B }"));
  const counter = await at.catalog.changeCounter();
  const next = at.write("i.yaml", "- { slug: a, name: A2 }\n- { slug: b, name: B }\n- { slug: c, name: C }");
  expect(await hackathons(next, { dryRun: true })).toMatchObject({ inserted: 1, updated: 1, unchanged: 1 });
  expect(await at.catalog.changeCounter()).toBe(counter);
  expect(await at.catalog.hackathons()).toMatchObject([{ name: "A" }, { name: "B" }]);
});

it("keeps the last of two with one slug, and warns", async () => {
  const report = await hackathons(at.write("h.yaml", "- { slug: a, name: A }\n- { slug: a, name: B }"));
  expect(report.warnings).toEqual(["slug a is given twice with different content: the later one was kept"]);
  expect(await at.catalog.hackathons()).toMatchObject([{ name: "B" }]);
});

it("refuses a file that is not a YAML list, naming the place", async () => {
  await expect(hackathons(at.write("h.yaml", "- slug: a\n  name: [x\n"))).rejects.toThrow(
    /h\.yaml is not YAML: line \d/,
  );
  await expect(hackathons(at.write("h.yaml", "slug: a\n"))).rejects.toThrow(
    /has no top-level list `hackathons:`/,
  );
  await expect(hackathons(at.write("h.yaml", "just text"))).rejects.toThrow(/is not a list/);
  await expect(hackathons(at.write("h.yaml", new Uint8Array([0xff, 0xfe, 0x41])))).rejects.toThrow(
    /not UTF-8/,
  );
  await expect(hackathons("/nowhere/h.yaml")).rejects.toThrow(/there is no such file/);
  expect(await hackathons(at.write("h.yaml", "# nothing yet\n"))).toMatchObject({ read: 0 });
});
