/** What a caller is told when an operation fails. */
import { ApiError } from "../contract/api/errors.ts";
import type { SnapshotOperationId } from "../contract/api/operations.ts";
import { SegmentError } from "../search/segment/segment-error.ts";

const ofArchive: ReadonlySet<SnapshotOperationId> = new Set(["searchArchives", "readDocument"]);

/** The error itself when it was meant for the caller; else one that hides what really happened in its cause. */
export function asApiError(error: unknown, operation: SnapshotOperationId): ApiError {
  if (error instanceof ApiError) return error;
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (!(error instanceof SegmentError))
    return new ApiError("INTERNAL_ERROR", "Unexpected server error", { cause });
  return ofArchive.has(operation)
    ? new ApiError("ARCHIVE_UNAVAILABLE", "The archive is temporarily unavailable", { cause })
    : new ApiError("SERVICE_UNAVAILABLE", "The corpus is temporarily unavailable", { cause });
}
