import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { demoDocuments, demoSources, excerptSources } from "./harness/demo-documents.ts";
import { priorart } from "./harness/prepare-demo.ts";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useService } from "./harness/service.ts";

const paragraph = "A 🦀 walks; 鍵を守る。 مرحبا بالعالم — na\u0131̈ve 👩‍👩‍👧 “quotes” 🇫🇷. ";
const made = (place: number, source: string, content: string) => ({
  documentId: `7b1d2c3e-0000-4000-8000-00000000000${place}`,
  source,
  title: `Made document ${place}`,
  content: content.trim(),
});
const long = made(1, "plumbline", paragraph.repeat(900));
const restrictedLong = made(2, "fennimore-letters", paragraph.repeat(100));
const restrictedShort = made(3, "fennimore-letters", "Short enough to be read whole. 🦀");
const restrictedExact = made(4, "fennimore-letters", "🦀".repeat(1_000));
const all = [long, restrictedLong, restrictedShort, restrictedExact];

const service = useService({
  async arrange(data) {
    const file = join(data, "made.jsonl");
    await writeFile(file, all.map((document) => `${JSON.stringify(document)}\n`).join(""));
    await priorart(data, "import", "archive", file);
    await priorart(data, "publish");
  },
});

const read = (documentId: string, search?: string) =>
  service().get("readDocument", { params: { documentId }, search });
const slice = (text: string, from: number, to: number) => Array.from(text).slice(from, to).join("");
const count = (text: string) => Array.from(text).length;

/** All pages, as an old client reads them. */
async function walk(documentId: string, maxChars: number) {
  const pages = [];
  for (let offset: number | null = 0; offset !== null; ) {
    const page: Awaited<ReturnType<typeof read>> = await read(
      documentId,
      `offset=${offset}&maxChars=${maxChars}`,
    );
    pages.push(page);
    offset = page.nextOffset;
    expect(page.hasMore).toBe(offset !== null);
  }
  return pages;
}

describe("200", () => {
  it("every open document of the demo, whole", async () => {
    for (const { documentId, title, author, source, url, content } of demoDocuments) {
      if (excerptSources.has(source)) continue;
      const page = await read(documentId, "maxChars=20000");
      expect(page).toMatchObject({
        documentId,
        title,
        author,
        source,
        url,
        restricted: false,
        isExcerpt: false,
        offset: 0,
        maxChars: 20_000,
        totalChars: count(page.content),
        nextOffset: null,
        hasMore: false,
      });
      expect(page).not.toHaveProperty("excerptNote");
      expect(page.content.trim()).toBe(content);
    }
  });

  it("8,000 characters from the start by default", async () => {
    const page = await read(long.documentId);
    expect(page).toMatchObject({ offset: 0, maxChars: 8_000, nextOffset: 8_000, hasMore: true });
    expect(page.content).toBe(slice(long.content, 0, 8_000));
    expect(page.totalChars).toBe(count(long.content));
  });

  it("pages that concatenate to the text, counted in code points, whatever the page's length", async () => {
    for (const maxChars of [20_000, 12_345, 1_001]) {
      const pages = await walk(long.documentId, maxChars);
      expect(pages.map(({ content }) => content).join("")).toBe(long.content);
      for (const { content, totalChars } of pages.slice(0, -1)) {
        expect(count(content)).toBe(maxChars);
        expect(totalChars).toBe(count(long.content));
      }
    }
  });

  it("any slice, without splitting a character", async () => {
    for (const [offset, maxChars] of [
      [1, 200],
      [3, 200],
      [2_000, 201],
      [count(long.content) - 1, 200],
      [count(long.content) - 200, 200],
    ] as const) {
      const page = await read(long.documentId, `offset=${offset}&maxChars=${maxChars}`);
      expect(page.content).toBe(slice(long.content, offset, offset + maxChars));
      expect(page.content).not.toMatch(/\p{Surrogate}/u);
    }
  });

  it("an empty slice, not an error, at and beyond the end", async () => {
    const end = count(long.content);
    for (const offset of [end, end + 1, 1_000_000_000, Number.MAX_SAFE_INTEGER])
      expect(await read(long.documentId, `offset=${offset}`)).toMatchObject({
        content: "",
        offset,
        totalChars: end,
        nextOffset: null,
        hasMore: false,
      });
  });

  it("ignores unknown query fields", async () => {
    const plain = await read(long.documentId);
    expect(await read(long.documentId, "unknown=1&x=y&limit=abc")).toEqual(plain);
  });

  it("also under an upper-case id", async () => {
    const { documentId } = long;
    expect((await read(documentId.toUpperCase(), "maxChars=200")).documentId).toBe(documentId);
  });
});

describe("excerpt-only sources", () => {
  const note = demoSources.find(({ key }) => key === "fennimore-letters")!.licenceNote;
  const excerpts: [string, { documentId: string; content: string }][] = [
    ...demoDocuments
      .filter(({ source }) => excerptSources.has(source))
      .map((document): [string, typeof document] => [document.title, document]),
    ["long", restrictedLong],
    ["short", restrictedShort],
    ["exactly 1,000", restrictedExact],
  ];

  it.each(excerpts)(
    "%s: at most 1,000 characters, over all pages",
    async (_title, { documentId, content }) => {
      const readable = slice(content, 0, 1_000);
      for (const maxChars of [200, 999, 1_000, 20_000]) {
        const pages = await walk(documentId, maxChars);
        expect(pages.map((page) => page.content).join("")).toBe(readable);
        for (const page of pages) {
          expect(page).toMatchObject({ restricted: true, isExcerpt: true, totalChars: count(readable) });
          expect(page.excerptNote!.trim()).toBe(note.trim());
        }
      }
      for (const offset of [1_000, 1_001, 5_000])
        expect((await read(documentId, `offset=${offset}&maxChars=20000`)).content).toBe("");
    },
  );
});

describe("404", () => {
  it("an unknown id", async () => {
    for (const documentId of ["00000000-0000-4000-8000-000000000000", "7b1d2c3e-0000-4000-8000-000000000009"])
      expect(outcome(await service().refusal("readDocument", { params: { documentId } }))).toEqual([
        404,
        "NOT_FOUND",
      ]);
  });

  it("no id, and a path with further segments", async () => {
    for (const path of ["/archives", "/archives/", `/archives/${long.documentId}/pages`]) {
      const answer = await fetch(`${service().url}/api/v1${path}`, { headers: service().headers() });
      expect([path, answer.status]).toEqual([path, 404]);
      await answer.body?.cancel();
    }
  });
});

describe("400 INVALID_QUERY", () => {
  it.each(["1", "not-a-uuid", `${long.documentId}0`, long.documentId.replaceAll("-", ""), " ", "😀"])(
    "the id %j",
    async (documentId) => {
      const refusal = await service().refusal("readDocument", { params: { documentId } });
      expect(outcome(refusal)).toEqual([400, "INVALID_QUERY"]);
      expect(refusal.error).toContain("documentId");
    },
  );

  const fields: [field: string, accepted: string[], refused: string[]][] = [
    [
      "offset",
      ["0", "00", "7"],
      ["-1", "1.5", "", "abc", "1e3", "%2B1", "%201", "0x10", "99999999999999999999"],
    ],
    ["maxChars", ["200", "20000"], ["199", "20001", "0", "-200", "200.0", "", "NaN"]],
  ];
  it.each(fields)("%s outside its bounds, or not in digits, or twice", async (field, accepted, refused) => {
    const { documentId } = long;
    for (const value of accepted) await read(documentId, `${field}=${value}`);
    for (const search of [...refused.map((value) => `${field}=${value}`), `${field}=200&${field}=200`]) {
      const refusal = await service().refusal("readDocument", { params: { documentId }, search });
      expect([search, ...outcome(refusal)]).toEqual([search, 400, "INVALID_QUERY"]);
      expect(refusal.error).toContain(field);
    }
  });
});

describeRefusals({ service, id: "readDocument", valid: { params: { documentId: long.documentId } } });
