/** Sources suggested by members, and the administrators' decisions. */
import { randomUUID } from "node:crypto";
import type { AccountsDb } from "../accounts/tables.ts";
import { AccountError } from "../accounts/types.ts";
import type { SourceSuggestionRequest } from "../contract/api/suggestions.ts";
import { proposedSource } from "./proposed-source.ts";
import { idRange, instant, instantOrNull, onlyRow } from "./rows.ts";
import type { ReviewPage, SuggestionEntry, SuggestionState } from "./types.ts";

export async function addSuggestion(
  db: AccountsDb,
  request: SourceSuggestionRequest,
  { memberId, now }: { memberId: string; now: number },
): Promise<void> {
  await db
    .insertInto("source_suggestion")
    .values((eb) => ({
      id: randomUUID(),
      // Null if the member was removed after the token was checked.
      member_id: eb.selectFrom("member").select("id").where("id", "=", memberId),
      url: request.url,
      name: request.name?.trim() || null,
      reason: request.reason?.trim() || null,
      created_at: now,
    }))
    .execute();
}

const entries = (db: AccountsDb) =>
  db
    .selectFrom("source_suggestion as suggestion")
    .leftJoin("member", "member.id", "suggestion.member_id")
    .select(["suggestion.id", "suggestion.url", "suggestion.name", "suggestion.reason"])
    .select(["suggestion.created_at", "suggestion.state", "suggestion.decided_at"])
    .select(["suggestion.source_key", "suggestion.decline_reason", "member.email"]);
type Row = Awaited<ReturnType<ReturnType<typeof entries>["executeTakeFirstOrThrow"]>>;

/** Newest first. */
export async function listSuggestions(
  db: AccountsDb,
  { state, memberId, offset, limit }: ReviewPage<SuggestionState>,
): Promise<{ suggestions: SuggestionEntry[]; total: number }> {
  const { total } = await db
    .selectFrom("source_suggestion")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .$if(state !== undefined, (query) => query.where("state", "=", state!))
    .$if(memberId !== undefined, (query) => query.where("member_id", "=", memberId!))
    .executeTakeFirstOrThrow();
  const rows = await entries(db)
    .$if(state !== undefined, (query) => query.where("suggestion.state", "=", state!))
    .$if(memberId !== undefined, (query) => query.where("suggestion.member_id", "=", memberId!))
    .orderBy("suggestion.created_at", "desc")
    .orderBy("suggestion.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return { suggestions: rows.map(entryOf), total };
}

/** Finds a suggestion by id or id prefix. Throws AccountError when none or several match. */
export async function findSuggestion(db: AccountsDb, reference: string): Promise<SuggestionEntry> {
  const { from, below } = idRange(reference);
  const rows = await entries(db)
    .where("suggestion.id", ">=", from)
    .where("suggestion.id", "<", below)
    .limit(2)
    .execute();
  return entryOf(onlyRow(rows, "suggestion"));
}

/** Throws AccountError for an already decided suggestion, naming the decision. */
export function requireOpen({ state, decidedAt, sourceKey, declineReason }: SuggestionEntry): void {
  if (state === "open") return;
  const how = state === "approved" ? `approved as the source ${sourceKey}` : `declined: ${declineReason}`;
  throw new AccountError(
    `This suggestion was decided on ${decidedAt?.slice(0, 10)}; it was ${how}`,
    "refused",
  );
}

/** Records a decision. Throws AccountError when another administrator decided in the meantime. */
export async function decideSuggestion(
  db: AccountsDb,
  id: string,
  decision: { now: number } & ({ sourceKey: string } | { reason: string }),
): Promise<SuggestionEntry> {
  const { now } = decision;
  const change =
    "reason" in decision
      ? { state: "declined" as const, decline_reason: decision.reason }
      : { state: "approved" as const, source_key: decision.sourceKey };
  await db
    .updateTable("source_suggestion")
    .set({ ...change, decided_at: now })
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();
  const settled = await findSuggestion(db, id);
  const ours =
    "reason" in decision
      ? settled.state === "declined" && settled.declineReason === decision.reason
      : settled.state === "approved" && settled.sourceKey === decision.sourceKey;
  if (!ours) requireOpen(settled);
  return settled;
}

function entryOf(row: Row): SuggestionEntry {
  return {
    id: row.id,
    url: row.url,
    name: row.name,
    reason: row.reason,
    from: row.email,
    createdAt: instant(row.created_at),
    state: row.state,
    decidedAt: instantOrNull(row.decided_at),
    sourceKey: row.source_key,
    declineReason: row.decline_reason,
    proposed: proposedSource(row),
  };
}
