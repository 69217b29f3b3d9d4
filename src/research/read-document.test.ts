import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { archiveDocumentPageSchema } from "../contract/api/archive.ts";
import { documentOf } from "../publish/workbench.case.ts";
import { archiveOf, type TestArchive } from "./archive-context.case.ts";
import { readDocument } from "./read-document.ts";

const contents = [
  "",
  "x",
  "Plain words. ".repeat(700),
  "😀👩‍💻 支付系统。\n\n".repeat(400),
  "\ufeffé".repeat(3_000),
  "שלום עולם ".repeat(90),
];
const documents = contents.flatMap((content, i) => [
  documentOf(i * 2, { content, source: "open" }),
  documentOf(i * 2 + 1, { content, source: "closed" }),
]);
const inDutch = documentOf(90, {
  source: "open",
  content: "De oude haven was die ochtend stil en niemand had de boten zien terugkeren.",
});
const stated = documentOf(91, { source: "open", language: "nds", content: inDutch.content });

let at: TestArchive;
beforeAll(async () => {
  at = await archiveOf(async (workbench) => {
    await workbench.putSource({ key: "open" });
    await workbench.putSource({ key: "closed", access: "excerpt", licenceNote: "Short parts only." });
    await workbench.put(...documents, inDutch, stated);
  });
});
afterAll(() => at.close());

const read = async (documentId: string, offset = 0, maxChars = 8_000) => {
  const page = await readDocument(at.context, { documentId, offset, maxChars });
  return archiveDocumentPageSchema.parse(page) && page;
};

/** All pages from the first to the last, as a caller follows them. */
async function readAll(documentId: string, maxChars: number) {
  const pages = [await read(documentId, 0, maxChars)];
  for (let next = pages[0]!.nextOffset; next !== null; next = pages.at(-1)!.nextOffset)
    pages.push(await read(documentId, next, maxChars));
  return pages;
}

const any = fc.constantFrom(...documents);
const maxChars = fc.oneof(fc.integer({ min: 200, max: 20_000 }), fc.integer({ min: 200, max: 1_100 }));

describe("readDocument", () => {
  it("returns the language that is stated, else the one that publish detected, and none where it cannot be detected", async () => {
    expect((await read(stated.documentId)).language).toBe("nds");
    expect((await read(inDutch.documentId)).language).toBe("nl");
    expect(await read(documents[2]!.documentId)).not.toHaveProperty("language");
  });

  it("returns pages that add up to the whole document, or to the excerpt of at most 1,000 characters", async () => {
    await fc.assert(
      fc.asyncProperty(any, maxChars, async (document, most) => {
        const characters = [...document.content];
        const readable = document.source === "closed" ? characters.slice(0, 1_000) : characters;
        const pages = await readAll(document.documentId, most);
        expect(pages.map(({ content }) => content).join("")).toBe(readable.join(""));
        let offset = 0;
        for (const [i, page] of pages.entries()) {
          const length = [...page.content].length;
          const last = i === pages.length - 1;
          expect(page).toMatchObject({
            offset,
            maxChars: most,
            totalChars: readable.length,
            hasMore: !last,
            nextOffset: last ? null : offset + length,
            restricted: document.source === "closed",
            isExcerpt: document.source === "closed",
          });
          expect(length).toBeLessThanOrEqual(most);
          offset += length;
        }
      }),
      { numRuns: 60 },
    );
  });

  it("returns the same characters from any offset, and none beyond the end", async () => {
    await fc.assert(
      fc.asyncProperty(any, fc.nat(12_000), maxChars, async (document, offset, most) => {
        const readable = [...document.content].slice(0, document.source === "closed" ? 1_000 : undefined);
        const page = await read(document.documentId, offset, most);
        expect(page.content).toBe(readable.slice(offset, offset + most).join(""));
        expect(page.hasMore).toBe(offset + most < readable.length);
        expect(page.nextOffset).toBe(page.hasMore ? offset + most : null);
      }),
      { numRuns: 100 },
    );
  });

  it("gives the reason for an excerpt, and none for a full document", async () => {
    expect(await read(documents[5]!.documentId)).toMatchObject({
      excerptNote: "Short parts only.",
      totalChars: 1_000,
    });
    expect(await read(documents[4]!.documentId)).not.toHaveProperty("excerptNote");
  });

  it("includes the document's metadata", async () => {
    const { documentId, title, author, source, url, publishedAt } = documents[7]!;
    expect(await read(documentId)).toMatchObject({ documentId, title, author, source, url, publishedAt });
  });

  it("answers NOT_FOUND alike for an unknown and a withdrawn document", async () => {
    const { documentId } = documents[9]!;
    at.snapshot.archive.withdraw(documentId);
    const [unknown, withdrawn] = await Promise.allSettled(
      ["ffffffff-ffff-4fff-8fff-ffffffffffff", documentId].map((id) => read(id)),
    );
    expect(unknown).toMatchObject({ reason: { code: "NOT_FOUND", message: "Document not found" } });
    expect(withdrawn).toEqual(unknown);
  });

  it("finds a document by its id in capitals", async () => {
    expect((await read(documents[4]!.documentId.toUpperCase())).title).toBe(documents[4]!.title);
  });
});
