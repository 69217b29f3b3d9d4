/** POST /search/projects/export and POST /analyze/export: the same as a file, streamed. */
import { z } from "zod";
import { checkTopK, requestedAnalysisSchema } from "./analysis.ts";
import { requestedSearchSchema, settleSearch } from "./search-projects.ts";

/** Rows of one export. */
export const maxExport = 10_000;

export const exportFormatSchema = z.enum(["csv", "jsonl"]);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportMedia: Record<ExportFormat, string> = {
  csv: "text/csv",
  jsonl: "application/x-ndjson",
};

const format = exportFormatSchema
  .default("csv")
  .describe("csv: RFC 4180, with a header; jsonl: one JSON object per line");

export const exportProjectsRequestSchema = requestedSearchSchema
  .omit({ limit: true, offset: true })
  .extend({ format })
  .transform(settleSearch);
export type ExportProjectsRequest = z.infer<typeof exportProjectsRequestSchema>;

export const exportAnalysisRequestSchema = requestedAnalysisSchema.extend({ format }).transform(checkTopK);
export type ExportAnalysisRequest = z.infer<typeof exportAnalysisRequestSchema>;

/** The text of the file. */
export const exportResponseSchema = z.string();

/** A row that is still to be written: a project's slug and its similarity. */
export type ExportRow = [slug: string, similarity: number];

/** What one step of an export yields; the rows of `rest` are asked for in further steps. */
export interface ExportPart {
  text: string;
  rest: ExportRow[];
}
