/** Feedback: stored, listed, resolved, and added to the outbox when it must be escalated. */
import { randomUUID } from "node:crypto";
import type { AccountsDb } from "../accounts/tables.ts";
import { escalatedSeverities, type FeedbackRequest } from "../contract/api/feedback.ts";
import { jsonText } from "../contract/values/json-text.ts";
import { idRange, instant, instantOrNull, onlyRow } from "./rows.ts";
import type { Escalated, FeedbackEntry, FeedbackState, ReviewPage } from "./types.ts";

/** Stores the feedback and its outbox row in one transaction. Resolves to the escalation, or null without one. */
export async function addFeedback(
  db: AccountsDb,
  request: FeedbackRequest,
  { memberId, now }: { memberId: string; now: number },
): Promise<Escalated | null> {
  const { category, severity, message, context } = request;
  const feedbackId = randomUUID();
  const escalated = escalatedSeverities.includes(severity);
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("feedback")
      .values((eb) => ({
        id: feedbackId,
        // Null if the member was removed after the token was checked.
        member_id: eb.selectFrom("member").select("id").where("id", "=", memberId),
        category,
        severity,
        message,
        context: context === undefined ? null : jsonText(context),
        created_at: now,
      }))
      .execute();
    if (escalated)
      await tx.insertInto("escalation").values({ feedback_id: feedbackId, next_attempt_at: now }).execute();
  });
  return escalated ? { feedbackId, category, severity } : null;
}

const entries = (db: AccountsDb) =>
  db
    .selectFrom("feedback")
    .leftJoin("member", "member.id", "feedback.member_id")
    .leftJoin("escalation", "escalation.feedback_id", "feedback.id")
    .select(["feedback.id", "feedback.category", "feedback.severity", "feedback.message", "feedback.context"])
    .select(["feedback.created_at", "feedback.resolved_at", "member.email"])
    .select(["escalation.attempts", "escalation.delivered_at", "escalation.problem"]);
type Row = Awaited<ReturnType<ReturnType<typeof entries>["executeTakeFirstOrThrow"]>>;

/** Newest first. */
export async function listFeedback(
  db: AccountsDb,
  { state, memberId, offset, limit }: ReviewPage<FeedbackState>,
): Promise<{ feedback: FeedbackEntry[]; total: number }> {
  const is = state === "open" ? "is" : "is not";
  const { total } = await db
    .selectFrom("feedback")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .$if(state !== undefined, (query) => query.where("resolved_at", is, null))
    .$if(memberId !== undefined, (query) => query.where("member_id", "=", memberId!))
    .executeTakeFirstOrThrow();
  const rows = await entries(db)
    .$if(state !== undefined, (query) => query.where("feedback.resolved_at", is, null))
    .$if(memberId !== undefined, (query) => query.where("feedback.member_id", "=", memberId!))
    .orderBy("feedback.created_at", "desc")
    .orderBy("feedback.id")
    .limit(limit)
    .offset(offset)
    .execute();
  return { feedback: rows.map(entryOf), total };
}

/** Finds feedback by id or id prefix. Throws AccountError when none or several match. */
export async function findFeedback(db: AccountsDb, reference: string): Promise<FeedbackEntry> {
  const { from, below } = idRange(reference);
  const rows = await entries(db)
    .where("feedback.id", ">=", from)
    .where("feedback.id", "<", below)
    .limit(2)
    .execute();
  return entryOf(onlyRow(rows, "feedback"));
}

/** Resolves or reopens it; unchanged if already in that state. Throws AccountError like `findFeedback`. */
export async function settleFeedback(
  db: AccountsDb,
  reference: string,
  { state, now }: { state: FeedbackState; now: number },
): Promise<FeedbackEntry> {
  const { id } = await findFeedback(db, reference);
  await db
    .updateTable("feedback")
    .set({ resolved_at: state === "resolved" ? now : null })
    .where("id", "=", id)
    .where("resolved_at", state === "resolved" ? "is" : "is not", null)
    .execute();
  return findFeedback(db, id);
}

function entryOf(row: Row): FeedbackEntry {
  return {
    id: row.id,
    category: row.category,
    severity: row.severity,
    message: row.message,
    context: row.context === null ? null : (JSON.parse(row.context) as Record<string, unknown>),
    from: row.email,
    createdAt: instant(row.created_at),
    state: row.resolved_at === null ? "open" : "resolved",
    resolvedAt: instantOrNull(row.resolved_at),
    escalation:
      row.attempts === null
        ? null
        : { deliveredAt: instantOrNull(row.delivered_at), attempts: row.attempts, problem: row.problem },
  };
}
