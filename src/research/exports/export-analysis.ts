/** POST /analyze/export: one row per bucket, in one step. */
import type { ExportAnalysisRequest, ExportPart } from "../../contract/api/exports.ts";
import { csvRow } from "../../contract/values/csv.ts";
import { analyze } from "../analyze.ts";
import type { ProjectContext } from "../context.ts";

const columns = ["dimension", "key", "label", "count", "share", "sampleProjectSlugs"] as const;

/** Throws as an analysis does. */
export function exportAnalysis(
  context: Pick<ProjectContext, "snapshot">,
  { format, ...request }: ExportAnalysisRequest,
): ExportPart {
  const { buckets } = analyze(context, request);
  const rows = request.dimensions.flatMap((dimension) =>
    (buckets[dimension] ?? []).map((bucket) => ({ dimension, ...bucket })),
  );
  const lines =
    format === "jsonl"
      ? rows.map((row) => `${JSON.stringify(row)}\n`)
      : rows.map((row) =>
          csvRow([
            row.dimension,
            row.key,
            row.label,
            row.count,
            row.share,
            row.sampleProjectSlugs.join("; "),
          ]),
        );
  return { text: (format === "csv" ? csvRow(columns) : "") + lines.join(""), rest: [] };
}
