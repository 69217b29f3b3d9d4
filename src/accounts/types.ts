/** The member behind an accepted token. `expiresAt` is an ISO 8601 instant. */
export interface Caller {
  accountId: string;
  email: string;
  scopes: string[];
  expiresAt: string;
}

/** Operations that share one counter. */
export type LimitGroup = "search" | "analysis" | "me" | "suggestions" | "feedback";

/** What a counter says after one request. All spans are whole seconds. */
export interface LimitVerdict {
  allowed: boolean;
  limit: number;
  /** Requests left in this window; 0 when refused. */
  remaining: number;
  windowSeconds: number;
  /** Until the window ends; at least 1. */
  resetSeconds: number;
  /** A lone client that waits this long and asks again is let in; 0 when allowed, else at least 1. */
  retryAfterSeconds: number;
}

export interface Limits {
  /** Counts one request; null when this limit is off. Throws when the limiter cannot answer. */
  consume(group: LimitGroup, accountId: string): Promise<LimitVerdict | null>;
  /** Takes one of the account's in-flight places; null when all are taken. The returned function gives it back (idempotent). */
  enter(accountId: string): (() => void) | null;
  /** Counts one bad token from this client address. Throws when the limiter cannot answer. */
  badToken(address: string): Promise<LimitVerdict>;
}

export interface Accounts {
  /** The caller behind a token; null when it is malformed, unknown, regenerated, revoked or expired. */
  authenticate(token: string): Promise<Caller | null>;
  /** Adds a member, or finds the one that has this e-mail. Throws AccountError when it is not an e-mail. */
  addMember(email: string): Promise<{ accountId: string; created: boolean }>;
  /**
   * A new token, the member's only one from now on. `scopes` defaults to both.
   * Throws AccountError for an unknown member or scope.
   */
  issueToken(email: string, scopes?: string[]): Promise<{ token: string; expiresAt: string }>;
  /** Withdraws the member's token; false when there was no active one. Throws AccountError for an unknown member. */
  revokeToken(email: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Input the accounts refuse. The message says what to do and is meant for the person who gave it. */
export class AccountError extends Error {
  override name = "AccountError";
}
