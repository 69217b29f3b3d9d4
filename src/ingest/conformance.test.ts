/** Imperfect values that are accepted, and the forms of keys. */
import { truncateSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { importArchive } from "./archive.ts";
import { importSources } from "./declarations.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import { importProjects } from "./projects.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const importOne = async (record: object) => {
  const file = at.write("p.jsonl", toJsonLines([{ slug: "a", name: "A", ...record }]));
  const report = await importProjects(at.catalog, [file], { dataDir: at.folder });
  return { report, record: (await at.projects())[0]?.record };
};

it("cuts evidence text after 12,000 code points, and sets `truncated`", async () => {
  const summaries = {
    repoSummary: { text: "😀".repeat(12_001) },
    pitchSummary: { text: "é".repeat(12_000) },
    demoSummary: null,
  };
  const { report, record } = await importOne({ evidenceSummaries: summaries });
  expect(report).toMatchObject({ inserted: 1, rejected: 0 });
  expect(record!.evidenceSummaries!.repoSummary).toMatchObject({
    text: "😀".repeat(12_000),
    truncated: true,
  });
  expect(record!.evidenceSummaries!.pitchSummary).toMatchObject({
    text: "é".repeat(12_000),
    truncated: false,
  });
  expect(record!.evidenceSummaries!.demoSummary).toBeNull();
});

it("drops links that are not http(s) URLs, with a warning that names project, field and line", async () => {
  const links = {
    github: " https://github.com/a/b ",
    demo: "javascript:alert(1)",
    presentation: "www.example.org",
    technicalDemo: 5,
    twitter: "",
    colosseum: `https://example.org/${"x".repeat(2_048)}`,
    repoPublic: true,
  };
  const { report, record } = await importOne({ links });
  expect(report).toMatchObject({ inserted: 1, rejected: 0 });
  expect(record!.links).toEqual({ github: "https://github.com/a/b", twitter: null, repoPublic: true });
  expect(report.warnings).toHaveLength(4);
  expect(report.warnings[0]).toMatch(/^project "a": links\.demo was left out: .*https URL \(line 1 of /);
});

it("rejects links that are not an object", async () => {
  const { report } = await importOne({ links: ["https://example.org"] });
  expect(at.rejects(report)).toMatchObject([{ field: "links", rule: "wrong-type" }]);
});

it("accepts source keys with underscores, declared and named by documents, and rejects other forms", async () => {
  const yaml = at.write(
    "s.yaml",
    "- { key: a_b-c, label: A }\n- { key: a__b, label: B }\n- { key: _a, label: C }\n",
  );
  const sources = await importSources(at.catalog, [yaml], { dataDir: at.folder });
  expect(at.rejects(sources).map(({ record }) => record)).toEqual(["a__b", "_a"]);
  const document = { source: "x_1", title: "T", content: "" };
  const file = at.write("d.jsonl", toJsonLines([document, { ...document, source: "a_" }]));
  const report = await importArchive(at.catalog, [file], { dataDir: at.folder });
  expect(at.rejects(report)).toMatchObject([{ line: 2, field: "source", rule: "format" }]);
  expect((await at.catalog.sources()).map(({ key }) => key)).toEqual(["a_b-c", "x_1"]);
});

it("accepts any UUID-shaped document id, whatever its version and variant bits", async () => {
  const ids = ["00000000-0000-0000-0000-000000000001", "FFFFFFFF-0000-F000-F000-00000000000A"];
  const documents = ids.map((documentId) => ({ documentId, source: "s", title: "T", content: "" }));
  const bad = { ...documents[0], documentId: `${ids[0]}0` };
  const file = at.write("d.jsonl", toJsonLines([...documents, bad]));
  const report = await importArchive(at.catalog, [file], { dataDir: at.folder });
  expect((await at.documents()).map(({ documentId }) => documentId)).toEqual(
    ids.map((id) => id.toLowerCase()),
  );
  expect(at.rejects(report)).toMatchObject([
    { line: 3, field: "documentId", message: expect.stringContaining("must be a UUID such as") },
  ]);
});

it("reads a CSV column named __proto__ as an unknown field, without prototype pollution", async () => {
  const file = at.write(
    "p.csv",
    'slug,name,__proto__,__proto__.name,constructor.prototype.x\na,A,"{""x"":1}",B,C\n',
  );
  const report = await importProjects(at.catalog, [file], { dataDir: at.folder });
  expect(report).toMatchObject({ inserted: 1, rejected: 0 });
  expect(report.warnings.map((warning) => warning.slice(0, 40))).toEqual(
    expect.arrayContaining([expect.stringContaining('field "__proto__"')]),
  );
  expect((await at.projects())[0]!.record).toMatchObject({ slug: "a", name: "A" });
  expect(({} as { x?: unknown }).x).toBeUndefined();
});

it("gives a hackathon the first name and the first start date that a project states", async () => {
  const jam = (slug: string, stated: object) => ({ slug, name: "P", hackathon: { slug: "jam", ...stated } });
  const records = [
    jam("a", {}),
    jam("b", { startDate: "2024-03-01T00:00:00+02:00" }),
    jam("c", { name: "Jam", startDate: "2024-04-01" }),
    jam("d", { name: "Other" }),
  ];
  await importProjects(at.catalog, [at.write("p.jsonl", toJsonLines(records))], { dataDir: at.folder });
  expect(await at.catalog.hackathons()).toMatchObject([
    { slug: "jam", name: "Jam", startDate: "2024-02-29T22:00:00.000Z" },
  ]);
});

it("rejects a Markdown file of more than 64 MB without reading it", async () => {
  const file = at.write("large.md", "# Large");
  truncateSync(file, 64 * 1024 * 1024 + 1);
  const report = await importArchive(at.catalog, [file], { dataDir: at.folder, source: "notes" });
  expect(report).toMatchObject({ read: 1, inserted: 0, rejected: 1 });
  expect(at.rejects(report)).toMatchObject([{ file, line: 1, field: null, rule: "file-size" }]);
});
