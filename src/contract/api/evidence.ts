/** Summaries of a project's repository, pitch and demo. Their dates do not say whether the project is still active. */
import { z } from "zod";
import { codePoints } from "../values/text.ts";

const instant = z.iso.datetime({ offset: true });

export const projectEvidenceSummarySchema = z.object({
  text: codePoints({ max: 12_000 }).describe("Markdown"),
  truncated: z.boolean().describe("true only when the 12,000-character limit cut the text"),
  sourceUrl: z.url().nullable(),
  sourceRevision: z.string(),
  sourceCapturedAt: instant.nullable(),
  generatedAt: instant.nullable(),
  indexedAt: instant,
  capturedAt: instant.nullable().describe("the same value as sourceCapturedAt, under an older name"),
  sourceInferred: z.boolean(),
  evidenceId: z.string().nullable(),
  extractorVersion: z.string(),
});
export type ProjectEvidenceSummary = z.infer<typeof projectEvidenceSummarySchema>;

/** A missing summary means that none is stored, not that the team submitted nothing. */
export const projectEvidenceSchema = z.object({
  repoSummary: projectEvidenceSummarySchema.nullable(),
  pitchSummary: projectEvidenceSummarySchema.nullable(),
  demoSummary: projectEvidenceSummarySchema.nullable(),
});
export type ProjectEvidence = z.infer<typeof projectEvidenceSchema>;
