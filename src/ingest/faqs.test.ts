import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { importFaqs } from "./faqs.ts";
import { type ImportFixture, openFixture } from "./import-fixture.case.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

const read = (file: string, options = {}) =>
  importFaqs(at.catalog, [file], { dataDir: at.folder, ...options });
const faq = (change: object = {}) => ({
  program: "hackathon",
  id: "late",
  question: "May I submit late?",
  answer: "No.",
  sourceUrl: "https://example.org/faq",
  ...change,
});
const importAll = (...faqs: object[]) => read(at.write("f.json", JSON.stringify({ faqs })));
const listed = async () => (await at.catalog.faqs()).map(({ program, id }) => `${program}/${id}`);

describe("import faqs", () => {
  it("reads YAML and JSON, keeps the order of the first import, and changes nothing the second time", async () => {
    const file = at.write(
      "f.yaml",
      `- program: stamp
  id: what
  question: |
    What is a
    stamp?
  answer: See [this](/stamp).
  sourceUrl: https://example.org/faq
- { program: hackathon, id: a, question: A?, answer: B., sourceUrl: "https://example.org/faq" }
`,
    );
    expect(await read(file)).toMatchObject({ read: 2, inserted: 2, warnings: [] });
    const counter = await at.catalog.changeCounter();
    expect(await read(file)).toMatchObject({ unchanged: 2 });
    expect(await at.catalog.changeCounter()).toBe(counter);
    expect(await importAll(faq({ id: "b" }), faq({ id: "a" }))).toMatchObject({ inserted: 1, updated: 1 });
    expect(await listed()).toEqual(["stamp/what", "hackathon/a", "hackathon/b"]);
    expect((await at.catalog.faqs())[0]).toEqual({
      program: "stamp",
      id: "what",
      question: "What is a stamp?",
      answer: "See [this](/stamp).",
      sourceUrl: "https://example.org/faq",
      links: [{ label: "this", url: "https://example.org/stamp" }],
    });
  });

  it("keeps programs apart: the same id may exist in each", async () => {
    const report = await importAll(faq(), faq({ program: "eternal" }), faq({ answer: "Never." }));
    expect(report).toMatchObject({ inserted: 2 });
    expect(report.warnings).toEqual([
      "id hackathon/late is given twice with different content: the later one was kept",
    ]);
    expect(await listed()).toEqual(["hackathon/late", "eternal/late"]);
  });

  it("are removed by program and id, and by nothing less", async () => {
    await importAll(faq(), faq({ program: "eternal" }));
    const remove = (key: string) => at.catalog.write((writer) => writer.deleteFaq(key));
    const counter = await at.catalog.changeCounter();
    for (const key of ["", "/", "late", "hackathon", "hackathon/", "/late", "hackathon/late/", "stamp/late"])
      expect([key, await remove(key)]).toEqual([key, false]);
    expect(await at.catalog.changeCounter()).toBe(counter);
    expect(await remove("hackathon/late")).toBe(true);
    expect(await remove("hackathon/late")).toBe(false);
    expect(await listed()).toEqual(["eternal/late"]);
  });

  it("warns about unknown fields", async () => {
    expect((await importAll(faq({ tags: ["x"] }))).warnings).toEqual([
      expect.stringContaining('field "tags" is not known'),
    ]);
  });

  it("checks the bounds of its fields, on both sides", async () => {
    const rows: [string, unknown[], [unknown, string][]][] = [
      [
        "program",
        ["hackathon", "eternal", "accelerator", "stamp"],
        [
          ["other", 'must be "hackathon" or'],
          [undefined, "must be"],
        ],
      ],
      [
        "id",
        ["a", "a-1", "a".repeat(100)],
        [
          ["a".repeat(101), "at most 100"],
          ["A", "lower-case"],
          ["", "lower-case"],
          ["-a", "lower-case"],
        ],
      ],
      [
        "question",
        ["Q", "q".repeat(500)],
        [
          ["q".repeat(501), "at most 500"],
          [" ", "at least 1"],
        ],
      ],
      [
        "answer",
        ["A", "a".repeat(20_000)],
        [
          ["a".repeat(20_001), "at most 20000"],
          ["\n", "at least 1"],
        ],
      ],
      [
        "sourceUrl",
        ["https://example.org/", "http://example.org/"],
        [
          ["ftp://example.org/", "http or https"],
          ["", "http or https"],
        ],
      ],
    ];
    for (const [field, accepted, refused] of rows) {
      for (const value of accepted)
        expect([field, (await importAll(faq({ [field]: value }))).rejected]).toEqual([field, 0]);
      for (const [value, message] of refused) {
        const report = await importAll(faq({ [field]: value }));
        expect(at.rejects(report).at(-1)).toMatchObject({ field, message: expect.stringContaining(message) });
      }
    }
  });
});
