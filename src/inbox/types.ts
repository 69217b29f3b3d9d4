/** Suggestions and feedback as administrators review them. Times are ISO 8601 instants in UTC. */
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
  /** Key of the approved source; null unless approved. */
  sourceKey: string | null;
  /** Null unless declined. */
  declineReason: string | null;
  /** Defaults of an approval. */
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
  /** Null: not yet delivered, or no webhook is configured. */
  deliveredAt: string | null;
  attempts: number;
  /** Why the last attempt failed. */
  problem: string | null;
}

export interface ReviewPage<State extends string> {
  /** By default all states. */
  state?: State;
  /** Only this member's. */
  memberId?: string;
  offset: number;
  limit: number;
}

/** The fields that an approval may set. */
export type SourceDecision = Partial<Omit<SourceRecord, "url">>;

/** What is logged about feedback that must be reviewed promptly: never its text. */
export interface Escalated {
  feedbackId: string;
  category: string;
  severity: string;
}

/** Log of the inbox, for the operator. */
export interface InboxLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
