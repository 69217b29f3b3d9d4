/** The table of operations: archive. */
import {
  archiveDocumentPageSchema,
  documentParamsSchema,
  documentQuerySchema,
  searchArchivesRequestSchema,
  searchArchivesResponseSchema,
} from "../archive.ts";
import { similarDocumentsResponseSchema, similarQuerySchema } from "../similar.ts";
import type { Operation } from "./operation.ts";

export const archiveOperations = {
  searchArchives: {
    id: "searchArchives",
    topic: "Archive",
    method: "POST",
    path: "/search/archives",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: searchArchivesRequestSchema },
    response: searchArchivesResponseSchema,
    successStatus: 200,
    summary: "Search the archive",
    description:
      "Documents ranked by their best passages. A tier without results falls through to the next: vectors, chunk text, document text.",
    errors: ["ARCHIVE_UNAVAILABLE"],
    example: { query: "light client fraud proofs", limit: 3 },
  },
  readDocument: {
    id: "readDocument",
    topic: "Archive",
    method: "GET",
    path: "/archives/:documentId",
    scope: "read",
    limitGroup: null,
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { params: documentParamsSchema, query: documentQuerySchema },
    response: archiveDocumentPageSchema,
    successStatus: 200,
    summary: "Read one archive document",
    description: "One page of a document; pass nextOffset as the next offset while hasMore is true.",
    errors: ["NOT_FOUND", "ARCHIVE_UNAVAILABLE"],
  },
  similarDocuments: {
    id: "similarDocuments",
    topic: "Archive",
    method: "GET",
    path: "/archives/:documentId/similar",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { params: documentParamsSchema, query: similarQuerySchema },
    response: similarDocumentsResponseSchema,
    successStatus: 200,
    summary: "List similar documents",
    description:
      "The documents nearest to a document in meaning, each with its nearest passage. `similarity` is the passage's calibrated closeness to the document.",
    errors: ["NOT_FOUND", "ARCHIVE_UNAVAILABLE"],
  },
} as const satisfies Record<string, Operation>;
