/** What callers told us, as the people see it who review it. Times are ISO 8601 instants in UTC. */
import type { SourceRecord } from "../contract/records/source-record.ts";

export type SuggestionState = "open" | "approved" | "declined";

export interface SuggestionEntry {
  id: string;
  url: string;
  name: string | null;
  reason: string | null;
  /** The member's e-mail address; null once the member is removed. */
  from: string | null;
  createdAt: string;
  state: SuggestionState;
  /** Null while open. */
  decidedAt: string | null;
  /** The source that it became; null unless approved. */
  sourceKey: string | null;
  /** Null unless declined. */
  declineReason: string | null;
  /** What an approval takes unless told otherwise. */
  proposed: { key: string; label: string };
}

export type FeedbackState = "open" | "resolved";

export interface FeedbackEntry {
  id: string;
  category: string;
  severity: string;
  message: string;
  context: Record<string, unknown> | null;
  /** The member's e-mail address; null once the member is removed. */
  from: string | null;
  createdAt: string;
  state: FeedbackState;
  /** Null while open. */
  resolvedAt: string | null;
  /** Null unless its severity is high or critical. */
  escalation: EscalationState | null;
}

export interface EscalationState {
  /** Null: not yet, or there is no webhook. */
  deliveredAt: string | null;
  attempts: number;
  /** How the last attempt failed. */
  problem: string | null;
}

export interface ReviewPage<State extends string> {
  /** All without it. */
  state?: State;
  offset: number;
  limit: number;
}

/** What an approval may say besides the suggestion itself. */
export type SourceDecision = Partial<Omit<SourceRecord, "url">>;

/** What is told about feedback that people must see at once: never its words. */
export interface Escalated {
  feedbackId: string;
  category: string;
  severity: string;
}

/** Where the inbox tells what the operator should know. */
export interface InboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
