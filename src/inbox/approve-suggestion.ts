/** Approves a suggestion as a source of the archive. */
import type { AccountsDb } from "../accounts/tables.ts";
import { AccountError } from "../accounts/types.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogSource } from "../catalog/types.ts";
import { describeIssues } from "../contract/api/validation.ts";
import { addressOf } from "../contract/records/connector-record.ts";
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
 * when the catalog has a source with that key, or another one that reads the same address.
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
  const sources = await catalog.sources();
  refuseSharedAddress(source, sources);
  await catalog.write(async (writer) => {
    // Thrown in the transaction: nothing is changed. What an interrupted approval declared is there unchanged.
    if ((await writer.declareSource(source)) === "updated") throw taken(source, sources);
  });
  return { suggestion: await decideSuggestion(db, suggestion.id, { sourceKey: source.key, now }), source };
}

function taken({ key }: SourceRecord, sources: readonly CatalogSource[]): AccountError {
  const label = sources.find((known) => known.key === key)?.label ?? key;
  return new AccountError(
    `key: the source ${key} (${label}) already exists; choose another key, or decline the suggestion`,
    "refused",
  );
}

/** Of two sources that read the same address, only one would be read. */
function refuseSharedAddress({ key, connector }: SourceRecord, sources: readonly CatalogSource[]): void {
  if (connector === null || connector === undefined) return;
  const address = addressOf(connector);
  const other = sources.find(
    (known) => known.key !== key && known.connector !== undefined && addressOf(known.connector) === address,
  );
  if (other !== undefined)
    throw new AccountError(
      `connector: the source ${other.key} (${other.label}) reads the same address; decline the suggestion, or choose ` +
        "another address to read",
      "refused",
    );
}

function sourceOf({ url, proposed }: SuggestionEntry, decision: SourceDecision): SourceRecord {
  const given = Object.fromEntries(Object.entries(decision).filter(([, value]) => value !== undefined));
  const parsed = sourceRecordSchema.safeParse({ ...proposed, ...given, url }, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new AccountError(describeIssues(parsed.error.issues));
}
