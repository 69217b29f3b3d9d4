/** The outbox: escalations not yet delivered. */
import { sql } from "kysely";
import type { AccountsDb } from "../../accounts/tables.ts";
import { instant } from "../rows.ts";
import { MAX_DELAY_MS, retryDelay } from "./backoff.ts";

/** Content of the webhook request. */
export interface Escalation {
  id: string;
  category: string;
  severity: string;
  message: string;
  context: unknown;
  createdAt: string;
}

export interface WaitingEscalation extends Escalation {
  /** Failed attempts so far. */
  failures: number;
}

/**
 * An escalation that is due at `now`; of several, the one with the fewest attempts, so that a new one does not wait
 * behind those that keep failing. One that is due later than the longest delay is due now: the clock was set back.
 */
export async function nextDue(db: AccountsDb, now: number): Promise<WaitingEscalation | null> {
  const row = await db
    .selectFrom("escalation")
    .innerJoin("feedback", "feedback.id", "escalation.feedback_id")
    .select(["feedback.id", "feedback.category", "feedback.severity", "feedback.message", "feedback.context"])
    .select(["feedback.created_at", "escalation.attempts"])
    .where("escalation.delivered_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("escalation.next_attempt_at", "<=", now),
        eb("escalation.next_attempt_at", ">", now + MAX_DELAY_MS),
      ]),
    )
    .orderBy("escalation.attempts")
    .orderBy("escalation.next_attempt_at")
    .orderBy("feedback.id")
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    category: row.category,
    severity: row.severity,
    message: row.message,
    context: row.context === null ? null : JSON.parse(row.context),
    createdAt: instant(row.created_at),
    failures: row.attempts,
  };
}

/** When the next escalation is due; null when the outbox is empty. */
export async function nextDueAt(db: AccountsDb): Promise<number | null> {
  const { at } = await db
    .selectFrom("escalation")
    .select((eb) => eb.fn.min<number | null>("next_attempt_at").as("at"))
    .where("delivered_at", "is", null)
    .executeTakeFirstOrThrow();
  return at;
}

export async function markDelivered(db: AccountsDb, id: string, now: number): Promise<void> {
  await db
    .updateTable("escalation")
    .set({ delivered_at: now, attempts: sql`attempts + 1`, problem: null })
    .where("feedback_id", "=", id)
    .execute();
}

/** Resolves to the time of the next attempt. */
export async function markFailed(
  db: AccountsDb,
  { id, failures }: WaitingEscalation,
  failure: { problem: string; retryAfterMs: number; now: number },
): Promise<number> {
  const next = failure.now + retryDelay(failures + 1, failure.retryAfterMs);
  await db
    .updateTable("escalation")
    .set({ attempts: failures + 1, next_attempt_at: next, problem: failure.problem })
    .where("feedback_id", "=", id)
    .execute();
  return next;
}
