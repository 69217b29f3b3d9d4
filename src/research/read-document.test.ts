import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { archiveDocumentPageSchema } from "../contract/api/archive.ts";
import { documentOf } from "../publish/workbench.case.ts";
import { archiveOf, type TestArchive } from "./archive-context.case.ts";
import { readDocument, sliceCharacters } from "./read-document.ts";

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

const read = (documentId: string, offset = 0, maxChars = 8_000) => {
  const page = readDocument(at.context, { documentId, offset, maxChars });
  return archiveDocumentPageSchema.parse(page) && page;
};

/** All pages from the first to the last, as a caller follows them. */
function readAll(documentId: string, maxChars: number) {
  const pages = [read(documentId, 0, maxChars)];
  for (let next = pages[0]!.nextOffset; next !== null; next = pages.at(-1)!.nextOffset)
    pages.push(read(documentId, next, maxChars));
  return pages;
}

const any = fc.constantFrom(...documents);
const maxChars = fc.oneof(fc.integer({ min: 200, max: 20_000 }), fc.integer({ min: 200, max: 1_100 }));

describe("readDocument", () => {
  it("returns the language that is stated, else the one that publish detected, and none where it cannot be told", () => {
    expect(read(stated.documentId).language).toBe("nds");
    expect(read(inDutch.documentId).language).toBe("nl");
    expect(read(documents[2]!.documentId)).not.toHaveProperty("language");
  });

  it("returns pages that add up to the whole document, or to the excerpt of at most 1,000 characters", () => {
    fc.assert(
      fc.property(any, maxChars, (document, most) => {
        const characters = [...document.content];
        const readable = document.source === "closed" ? characters.slice(0, 1_000) : characters;
        const pages = readAll(document.documentId, most);
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

  it("returns the same characters from any offset, and none beyond the end", () => {
    fc.assert(
      fc.property(any, fc.nat(12_000), maxChars, (document, offset, most) => {
        const readable = [...document.content].slice(0, document.source === "closed" ? 1_000 : undefined);
        const page = read(document.documentId, offset, most);
        expect(page.content).toBe(readable.slice(offset, offset + most).join(""));
        expect(page.hasMore).toBe(offset + most < readable.length);
        expect(page.nextOffset).toBe(page.hasMore ? offset + most : null);
      }),
      { numRuns: 100 },
    );
  });

  it("gives the reason for an excerpt, and none for a full document", () => {
    expect(read(documents[5]!.documentId)).toMatchObject({
      excerptNote: "Short parts only.",
      totalChars: 1_000,
    });
    expect(read(documents[4]!.documentId)).not.toHaveProperty("excerptNote");
  });

  it("includes the document's metadata", () => {
    const { documentId, title, author, source, url, publishedAt } = documents[7]!;
    expect(read(documentId)).toMatchObject({ documentId, title, author, source, url, publishedAt });
  });

  it("answers NOT_FOUND alike for an unknown and a withdrawn document", () => {
    const { documentId } = documents[9]!;
    at.snapshot.archive.withdraw(documentId);
    const failures = ["ffffffff-ffff-4fff-8fff-ffffffffffff", documentId].map((id) => {
      try {
        return read(id);
      } catch (error) {
        return { ...(error as object), message: (error as Error).message };
      }
    });
    expect(failures[0]).toMatchObject({ code: "NOT_FOUND", message: "Document not found" });
    expect(failures[1]).toEqual(failures[0]);
  });

  it("finds a document by its id in capitals", () => {
    expect(read(documents[4]!.documentId.toUpperCase()).title).toBe(documents[4]!.title);
  });
});

describe("sliceCharacters", () => {
  it("cuts by code points, as slicing an array of them does", () => {
    const text = fc
      .array(fc.constantFrom("a", "é", "支", "😀", "👩‍💻", "\ud83d"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(40), (whole, from, length) => {
        expect(sliceCharacters(whole, from, from + length)).toBe(
          [...whole].slice(from, from + length).join(""),
        );
      }),
    );
    expect(sliceCharacters("😀b👩‍💻", 1, 3)).toBe("b👩");
  });
});
