/** Tools for the archive of documents. */
import { maxArchiveOffset } from "../../contract/values/bounds.ts";
import type { Json, Tool } from "../tool.ts";

const listed = [
  "documentId",
  "title",
  "author",
  "machineSummary",
  "source",
  "url",
  "publishedAt",
  "similarity",
  "snippet",
  "explanation",
].map((field) => `results.${field}`);
const noSuchDocument = "Send a documentId exactly as in the results of searchArchive.";

/** Results are passages, those of a document next to each other; offsets count documents. */
const documentsOf = (rows: readonly Json[]): number => new Set(rows.map(({ documentId }) => documentId)).size;

/** A document whose later passages did not fit is listed again on the next page, unless it fills a page alone. */
function documentsDone({ results }: Json, rows: readonly Json[]): number {
  const count = documentsOf(rows);
  const omitted = (results as readonly Json[])[rows.length];
  const isCut = omitted !== undefined && omitted.documentId === rows.at(-1)?.documentId;
  return isCut && count > 1 ? count - 1 : count;
}

export const archiveTools: readonly Tool[] = [
  {
    name: "searchArchive",
    title: "Search the archive",
    description:
      "Finds passages of essays, papers and documentation. Three to six keywords work best; intent ideation searches more broadly. Quote a snippet only together with its title and url. Read on with readDocument.",
    operations: ["searchArchives"],
    shown: [
      ...listed,
      "results.alsoIn",
      "results.sameThread",
      "searchTier",
      "totalFound",
      "hasMore",
      "queryExpanded",
    ],
    pages: {
      list: () => "results",
      offset: {
        max: maxArchiveOffset,
        next: (answer, { offset, rows, all }) =>
          answer.hasMore || !all ? offset + documentsDone(answer, rows) : null,
      },
    },
  },
  {
    name: "readDocument",
    title: "Read one archive document",
    description:
      "The text of a document, page by page. Continue with nextCursor; maxChars sets the size of a page.",
    operations: ["readDocument"],
    defaults: { maxChars: 6_000 },
    ifMissing: noSuchDocument,
    sizedByCaller: true,
    shown: [
      "documentId",
      "title",
      "author",
      "machineSummary",
      "source",
      "url",
      "publishedAt",
      "restricted",
      "excerptNote",
      "offset",
      "totalChars",
      "content",
    ],
    pages: {
      list: () => null,
      offset: {
        max: Number.MAX_SAFE_INTEGER,
        next: ({ nextOffset }) => (typeof nextOffset === "number" ? nextOffset : null),
      },
    },
  },
  {
    name: "similarDocuments",
    title: "List similar documents",
    description: "The documents nearest in meaning to one document, each with its nearest passage.",
    operations: ["similarDocuments"],
    ifMissing: noSuchDocument,
    shown: listed,
  },
];
