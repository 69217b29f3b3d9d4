/** Maps failures of operations to the errors that callers see. */
import { ArchiveBackendError } from "../archive-search/archive-backend-error.ts";
import { ApiError, type ErrorCode } from "../contract/api/errors.ts";
import type { SnapshotOperationId } from "../contract/api/operations.ts";
import { SegmentError } from "../search/segment/segment-error.ts";

/** Codes of operations whose one subject cannot be read; every other operation answers SERVICE_UNAVAILABLE. */
const unreadable: Partial<Record<SnapshotOperationId, [code: ErrorCode, message: string]>> = {
  searchArchives: ["ARCHIVE_UNAVAILABLE", "The archive is temporarily unavailable"],
  readDocument: ["ARCHIVE_UNAVAILABLE", "The archive is temporarily unavailable"],
  similarDocuments: ["ARCHIVE_UNAVAILABLE", "The archive is temporarily unavailable"],
  getCategories: ["CATEGORIES_UNAVAILABLE", "The taxonomy is temporarily unavailable"],
  getProject: [
    "EVIDENCE_UNAVAILABLE",
    "The project's details and evidence summaries are temporarily unavailable",
  ],
};

/** The error itself when it is public; otherwise a generic one, with the original as its `cause`. */
export function asApiError(error: unknown, operation: SnapshotOperationId): ApiError {
  if (error instanceof ApiError) return error;
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!(error instanceof SegmentError || error instanceof ArchiveBackendError))
    return new ApiError("INTERNAL_ERROR", "Unexpected server error", { cause });
  return unreadableError(operation, cause);
}

/** A snapshot, or a file of it, cannot be read: 503. */
export function unreadableError(operation: SnapshotOperationId, cause: unknown): ApiError {
  const [code, message] = unreadable[operation] ?? [
    "SERVICE_UNAVAILABLE",
    "The corpus is temporarily unavailable",
  ];
  return new ApiError(code, message, { cause });
}

/** An error of another thread, given by its stack, or by its message alone. */
export function errorOf(stack: string): Error {
  const error = new Error(stack.split("\n    at ")[0]!.replace(/^\w*Error(?: \[\w+\])?: /, ""));
  error.stack = stack;
  return error;
}
