/** Previews and results of imports, as the console shows them. */
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { ConsoleOutput } from "../contract/api/console/operations.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { ImportPreview } from "../ingest/preview.ts";
import type { ImportProgress, ImportReport } from "../ingest/types.ts";
import { firstRejects } from "../serving/corpus-status.ts";
import { groupRejects } from "../serving/reject-reasons.ts";

type Preview = ConsoleOutput<"previewImport">;
type Last = NonNullable<ConsoleOutput<"getImport">["last"]>;

export function shownPreview({ rejects, checked, rejected, ...preview }: ImportPreview): Preview {
  const reasons = groupRejects(rejects, { lines: checked, rejected });
  // A record with two faults counts for both reasons.
  return { ...preview, checked, rejected, ...reasons, reasonsOf: rejected, failure: null };
}

export function failedPreview(error: Error): Preview {
  const failure =
    error.name === "TimeoutError" ? "the preview took too long: simplify the map" : error.message;
  const none = { records: [], checked: 0, isWhole: false, rejected: 0, dropped: 0, warnings: [] };
  return { ...none, reasons: [], reasonsOf: 0, needsMap: false, failure };
}

export type ImportEnd = Pick<Last, "outcome" | "message"> & { report: ImportReport | null };

/** What an import did. `progress`: what is known when its process was killed. */
export async function describeEnd(
  dataDir: string,
  { outcome, message, report }: ImportEnd,
  progress: ImportProgress | null,
): Promise<Omit<Last, "kind" | "file" | "startedBy" | "startedAt">> {
  const read = report?.read ?? progress?.records ?? 0;
  const rejected = report?.rejected ?? 0;
  const rejectsFile = report?.rejectsFile ? basename(report.rejectsFile) : null;
  const rejects = rejectsFile === null ? [] : await firstRejects(join(dataDir, "rejects", rejectsFile));
  return {
    finishedAt: new Date().toISOString(),
    outcome,
    message,
    read,
    inserted: report?.inserted ?? 0,
    updated: report?.updated ?? 0,
    unchanged: report?.unchanged ?? 0,
    rejected,
    dropped: report?.dropped ?? 0,
    warnings: report?.warnings ?? [],
    rejectsFile,
    ...groupRejects(rejects, { lines: read, rejected }),
  };
}

/** As `src/ingest/rejects.ts` names them. */
const rejectsName = /^\d{8}T\d{6}Z-[a-z]+(?:-\d{1,9})?\.jsonl$/;

/** A rejects file; it has at most 10 MB. Throws ApiError when there is no such file. */
export async function readRejects(dataDir: string, name: string): Promise<string> {
  const missing = () =>
    new ApiError("NOT_FOUND", `There is no rejects file of this name; it may have been deleted`);
  if (!rejectsName.test(name)) throw missing();
  return readFile(join(dataDir, "rejects", name), "utf8").catch((error: NodeJS.ErrnoException) => {
    throw error.code === "ENOENT" ? missing() : error;
  });
}
