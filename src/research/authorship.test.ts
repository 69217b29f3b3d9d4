import { afterAll, beforeAll, expect, it } from "vitest";
import { archiveDocumentPageSchema, searchArchivesRequestSchema } from "../contract/api/archive.ts";
import { documentOf, documentsOf } from "../publish/workbench.case.ts";
import { archiveOf, type TestArchive } from "./archive-context.case.ts";
import { readDocument } from "./read-document.ts";
import { searchArchives } from "./search-archives/search-archives.ts";
import { similarDocuments } from "./similar-documents.ts";

const text = (number: number, fields: object) =>
  documentOf(number, {
    author: "Ada",
    content: `The obelisk of note ${number} fell into the sea.`,
    ...fields,
  });
const own = text(300, { source: "letters" });
const stated = text(301, { source: "letters", machineSummary: true });
const ofSource = text(302, { source: "digests" });
const anonymous = text(303, { source: "digests", author: null });

let at: TestArchive;
beforeAll(async () => {
  at = await archiveOf(async (workbench) => {
    await workbench.putSource({ key: "digests", machineSummaries: true });
    await workbench.put(...documentsOf(0, 30), own, stated, ofSource, anonymous);
  });
});
afterAll(() => at.close());

const expected = [
  [own, { author: "Ada" }],
  [stated, { author: null, machineSummary: { of: "Ada" } }],
  [ofSource, { author: null, machineSummary: { of: "Ada" } }],
  [anonymous, { author: null, machineSummary: { of: null } }],
] as const;
const authorship = ({ author, machineSummary }: { author: string | null; machineSummary?: object }) => ({
  author,
  ...(machineSummary !== undefined && { machineSummary }),
});

it.each(expected)(
  "a summary by a machine is labelled, and has no author, wherever it is shown (%#)",
  async (document, shown) => {
    const { documentId } = document;
    const page = await readDocument(at.context, { documentId, offset: 0, maxChars: 8_000 });
    expect(authorship(archiveDocumentPageSchema.parse(page))).toEqual(shown);
    const request = searchArchivesRequestSchema.parse({ query: "obelisk", limit: 10, maxDocsPerSource: 0 });
    const { results } = await searchArchives(at.context, request);
    expect(authorship(results.find((result) => result.documentId === documentId)!)).toEqual(shown);
    const other = documentId === own.documentId ? stated : own;
    const similar = await similarDocuments(at.context, { documentId: other.documentId, limit: 25 });
    expect(authorship(similar.results.find((result) => result.documentId === documentId)!)).toEqual(shown);
  },
);
