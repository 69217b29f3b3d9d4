/** Approves a suggestion as a source of the archive. */
import type { AccountsDb } from "../accounts/tables.ts";
import { AccountError } from "../accounts/types.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { describeIssues } from "../contract/api/validation.ts";
import { type SourceRecord, sourceRecordSchema } from "../contract/records/source-record.ts";
import { decideSuggestion, findSuggestion, requireOpen } from "./suggestions.ts";
import type { SourceDecision, SuggestionEntry } from "./types.ts";

export interface Approval {
  suggestion: SuggestionEntry;
  source: SourceRecord;
}

/**
 * Declares the source, then records the decision: a crash in between leaves the suggestion open, and repeating the
 * approval completes it. Throws AccountError when it was already decided, when the source would be malformed, and
 * when the catalog has another source with that key.
 */
export async function approveSuggestion(
  db: AccountsDb,
  approval: {
    reference: string;
    decision: SourceDecision;
    catalog: Pick<Catalog, "write" | "sources">;
    now: number;
  },
): Promise<Approval> {
  const { reference, decision, catalog, now } = approval;
  const suggestion = await findSuggestion(db, reference);
  requireOpen(suggestion);
  const source = sourceOf(suggestion, decision);
  const known = (await catalog.sources()).find(({ key }) => key === source.key);
  if (known !== undefined && known.url !== source.url)
    throw new AccountError(
      `key: the source ${source.key} (${known.label}) already exists; choose another key, or decline the suggestion`,
      "refused",
    );
  await catalog.write((writer) => writer.declareSource(source));
  return { suggestion: await decideSuggestion(db, suggestion.id, { sourceKey: source.key, now }), source };
}

function sourceOf({ url, proposed }: SuggestionEntry, decision: SourceDecision): SourceRecord {
  const given = Object.fromEntries(Object.entries(decision).filter(([, value]) => value !== undefined));
  const parsed = sourceRecordSchema.safeParse({ ...proposed, ...given, url }, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new AccountError(describeIssues(parsed.error.issues));
}
