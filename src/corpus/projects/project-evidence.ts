/** Evidence summaries as shown in project details. */
import type { ProjectEvidence, ProjectEvidenceSummary } from "../../contract/api/evidence.ts";
import type { ProjectRecord } from "../../contract/records/project-record.ts";
import { instantOf } from "./dates.ts";

type SummaryRecord = NonNullable<NonNullable<ProjectRecord["evidenceSummaries"]>["repoSummary"]>;

/** `importedAt`: when the summaries were last ingested, ISO 8601. */
export function projectEvidence({ evidenceSummaries }: ProjectRecord, importedAt: string): ProjectEvidence {
  const shown = (summary: SummaryRecord | null | undefined) =>
    summary ? settled(summary, importedAt) : null;
  return {
    repoSummary: shown(evidenceSummaries?.repoSummary),
    pitchSummary: shown(evidenceSummaries?.pitchSummary),
    demoSummary: shown(evidenceSummaries?.demoSummary),
  };
}

/** Texts of all stored summaries. */
export function summaryTexts({ evidenceSummaries = {} }: ProjectRecord): string[] {
  const { repoSummary, pitchSummary, demoSummary } = evidenceSummaries;
  return [repoSummary, pitchSummary, demoSummary].flatMap((summary) => summary?.text ?? []);
}

function settled(summary: SummaryRecord, importedAt: string): ProjectEvidenceSummary {
  const sourceCapturedAt = instant(summary.sourceCapturedAt);
  return {
    text: summary.text,
    truncated: summary.truncated,
    sourceUrl: summary.sourceUrl ?? null,
    sourceRevision: summary.sourceRevision,
    sourceCapturedAt,
    generatedAt: instant(summary.generatedAt),
    indexedAt: instantOf(importedAt),
    capturedAt: sourceCapturedAt,
    sourceInferred: summary.sourceInferred,
    evidenceId: summary.evidenceId ?? null,
    extractorVersion: summary.extractorVersion,
  };
}

function instant(date: string | null | undefined): string | null {
  return date ? instantOf(date) : null;
}
