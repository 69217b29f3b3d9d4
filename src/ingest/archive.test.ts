import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { CatalogDocument } from "../catalog/types.ts";
import { importArchive } from "./archive.ts";
import { importSources } from "./declarations.ts";
import { type ImportFixture, openFixture, toJsonLines } from "./import-fixture.case.ts";
import { type ImportOptions, type ImportReport, ImportUsageError } from "./types.ts";

let at: ImportFixture;
beforeEach(async () => {
  at = await openFixture();
});
afterEach(() => at.close());

function run(inputs: string | string[], options: Partial<ImportOptions> = {}): Promise<ImportReport> {
  return importArchive(at.catalog, [inputs].flat(), { dataDir: at.folder, ...options });
}

function byTitle(documents: CatalogDocument[]): CatalogDocument[] {
  return documents.sort((a, b) => (a.title < b.title ? -1 : 1));
}

const id = "7af82f9e-ece4-5384-b474-8bebc0d33610";

describe("importing documents", () => {
  it("keeps every field, creates the source, and derives a stable id where none is given", async () => {
    const records = [
      {
        documentId: id.toUpperCase(),
        source: "notes",
        sourceLabel: "The Notes",
        title: " A\n title ",
        content: "Text",
      },
      {
        source: "notes",
        title: "B",
        url: "https://example.org/b",
        publishedAt: "2024-05-31T14:00:00+02:00",
        content: "",
      },
      { source: "essays", title: "C", author: "Ada", publishedAt: "2024-05", content: "汉字 😀 عربى" },
    ];
    const file = at.write("d.jsonl", toJsonLines(records));
    expect(await run(file)).toMatchObject({ inserted: 3, rejected: 0, warnings: [] });
    const documents = byTitle(await at.documents());
    expect(documents).toMatchObject([
      {
        source: "notes",
        title: "A title",
        documentId: id,
        content: "Text",
        author: null,
        url: null,
        publishedAt: null,
      },
      { source: "notes", title: "B", publishedAt: "2024-05-31T12:00:00.000Z", content: "" },
      {
        source: "essays",
        title: "C",
        author: "Ada",
        publishedAt: "2024-05",
        content: "汉字 😀 عربى",
        url: null,
      },
    ]);
    for (const { documentId } of documents)
      expect(documentId).toMatch(/^[0-9a-f-]{14}5[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    expect(await at.catalog.sources()).toMatchObject([
      { key: "essays", label: "essays", access: "open", kind: "other" },
      { key: "notes", label: "The Notes", access: "open" },
    ]);
    const counter = await at.catalog.changeCounter();
    expect(await run(file)).toMatchObject({ inserted: 0, updated: 0, unchanged: 3 });
    expect(await at.catalog.changeCounter()).toBe(counter);
  });

  it("derives the id from source and url regardless of other fields; without a url, from title, author and date", async () => {
    const page = { source: "notes", url: "https://example.org/a", title: "A", content: "1" };
    const memo = { source: "notes", title: "Memo", author: "Ada", publishedAt: "2024-01-01", content: "1" };
    await run(at.write("d.jsonl", toJsonLines([page, memo])));
    const changed = [
      { ...page, title: "A2", content: "2" },
      { ...memo, content: "2" },
      { ...memo, author: "Bea" },
    ];
    expect(await run(at.write("e.jsonl", toJsonLines(changed)))).toMatchObject({ updated: 2, inserted: 1 });
  });

  it("accepts texts of 0 and of 5,000,000 characters, and rejects one of more than 10,000,000", async () => {
    const records = [0, 5_000_000, 10_000_001].map((size) => ({
      source: "s",
      title: `T${size}`,
      content: "é".repeat(size),
    }));
    const report = await run(at.write("d.jsonl", toJsonLines(records)));
    expect(report).toMatchObject({ inserted: 2, rejected: 1 });
    expect(at.rejects(report)).toMatchObject([
      { line: 3, record: "T10000001", field: "content", rule: "too-long" },
    ]);
    expect((await at.documents()).map((document) => document.content.length).sort()).toEqual([0, 5_000_000]);
  });

  it("names the field and the rule of a bad record", async () => {
    const base = { source: "s", title: "T", content: "" };
    const records = [
      { ...base, documentId: "12" },
      { ...base, source: "Not a slug" },
      { ...base, title: "  " },
      { source: "s", title: "T" },
      { ...base, publishedAt: "31 May 2024" },
      { ...base, content: 5 },
    ];
    const report = await run(at.write("d.jsonl", toJsonLines(records)));
    expect(at.rejects(report).map(({ field, rule }) => [field, rule])).toEqual([
      ["documentId", "format"],
      ["source", "format"],
      ["title", "too-short"],
      ["content", "missing"],
      ["publishedAt", "format"],
      ["content", "wrong-type"],
    ]);
  });

  it("leaves a declared source unchanged", async () => {
    const yaml = at.write("s.yaml", "- { key: notes, label: Declared, kind: essays, access: excerpt }");
    await importSources(at.catalog, [yaml], { dataDir: at.folder });
    await run(
      at.write("d.jsonl", toJsonLines([{ source: "notes", sourceLabel: "Other", title: "T", content: "" }])),
    );
    expect(await at.catalog.sources()).toMatchObject([
      { label: "Declared", kind: "essays", access: "excerpt" },
    ]);
  });

  it("assigns the given source to documents without one", async () => {
    await run(
      at.write(
        "d.jsonl",
        toJsonLines([
          { title: "T", content: "" },
          { source: "own", title: "U", content: "" },
        ]),
      ),
      {
        source: "given",
      },
    );
    expect((await at.documents()).map((document) => document.source)).toEqual(["given", "own"]);
  });
});

describe("a folder of Markdown", () => {
  const put = (path: string, content: string | Uint8Array) => {
    mkdirSync(join(at.folder, "essays", path, ".."), { recursive: true });
    writeFileSync(join(at.folder, "essays", path), content);
  };

  it("is read as documents: front matter first, else heading, folder and file name", async () => {
    put(
      "a.md",
      '---\ntitle: "From: front"\nauthor: Ada\ndate: 2023-03-02\nurl: https://example.org/a\nsource: own\n---\n\n# Heading\n\nText\n',
    );
    put("Letters/b.md", "\n## The heading ##\r\n\r\nText");
    put("c.markdown", "no heading, no front matter");
    put("d.md", "---\n---\n");
    put(".hidden.md", "# Hidden");
    put("notes.txt", "not Markdown");
    const report = await run(join(at.folder, "essays"));
    expect(report).toMatchObject({ read: 4, inserted: 4, rejected: 0, warnings: [] });
    expect(byTitle(await at.documents())).toMatchObject([
      {
        source: "own",
        title: "From: front",
        author: "Ada",
        publishedAt: "2023-03-02",
        url: "https://example.org/a",
        content: "# Heading\n\nText\n",
      },
      { source: "letters", title: "The heading", content: "## The heading ##\n\nText" },
      { source: "essays", title: "c", content: "no heading, no front matter" },
      { source: "essays", title: "d", content: "" },
    ]);
    expect(await run(join(at.folder, "essays"))).toMatchObject({ unchanged: 4 });
    expect(await run(join(at.folder, "essays/c.markdown"))).toMatchObject({ unchanged: 1 });
  });

  it("rejects each broken file by name", async () => {
    put("bad-yaml.md", "---\ntitle: [unclosed\n---\ntext");
    put("alias.md", "---\ntitle: *nowhere\n---\ntext");
    put("list.md", "---\n- a\n---\ntext");
    put("latin1.md", new Uint8Array([0x23, 0x20, 0xe9]));
    put("good.md", "# Good");
    const report = await run(join(at.folder, "essays"), { source: "given" });
    expect(report).toMatchObject({ inserted: 1, rejected: 4 });
    expect(at.rejects(report).map(({ file, rule }) => [file.split("/").at(-1), rule])).toEqual([
      ["alias.md", "front-matter"],
      ["bad-yaml.md", "front-matter"],
      ["latin1.md", "utf-8"],
      ["list.md", "front-matter"],
    ]);
    expect((await at.documents())[0]).toMatchObject({ source: "given", title: "Good" });
  });

  it("may contain record files too; with nothing to read it is refused", async () => {
    put("x/more.jsonl", toJsonLines([{ source: "s", title: "T", content: "" }]));
    put("a.md", "# A");
    expect(await run(join(at.folder, "essays"))).toMatchObject({ inserted: 2 });
    mkdirSync(join(at.folder, "empty"));
    await expect(run(join(at.folder, "empty"))).rejects.toThrow(/holds no \.md, \.jsonl or \.csv files/);
  });
});

it.each([
  ["Bad Key", /^--source "Bad Key" must be lower-case letters and digits .*, such as bad-key$/],
  ["", /^--source "" must be .*, such as my-notes$/],
  ["a".repeat(101), /must have at most 100 characters$/],
])("the source %j is refused before anything is read", async (source, problem) => {
  const file = at.write("a.jsonl", toJsonLines([{ source: "s", title: "T", content: "" }]));
  const read = run(file, { source });
  await expect(read).rejects.toThrow(ImportUsageError);
  await expect(read).rejects.toThrow(problem);
  expect(await at.documents()).toEqual([]);
});
