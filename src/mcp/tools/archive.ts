/** Tools for the archive of documents. */
import type { Tool } from "../tool.ts";

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

/** Results are passages; offsets count documents. */
const documentsOf = (rows: readonly { documentId?: unknown }[]): number =>
  new Set(rows.map(({ documentId }) => documentId)).size;

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
        max: 50,
        next: ({ hasMore }, { offset, rows, all }) => (hasMore || !all ? offset + documentsOf(rows) : null),
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
