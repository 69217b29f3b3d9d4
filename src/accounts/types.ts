import type { AuditAction } from "../contract/api/console/audit-actions.ts";

/** The member behind an accepted token or session. */
export interface Caller {
  accountId: string;
  email: string;
  scopes: string[];
  /** When the token expires, an ISO 8601 instant; null for a session, whose end moves with its use. */
  expiresAt: string | null;
  /** What a grant's token is for; absent for a member's own token and for a session. */
  audience?: Audience;
}

/** What an application's token is accepted by: `/mcp`, the API, or both. */
export type Audience = "mcp" | "api" | "any";

/** What a member may do in the console. */
export type Role = "member" | "admin";

/** A member's newest token, without the token itself. */
export interface TokenState {
  status: "active" | "expired" | "revoked";
  /** ISO 8601 instants. */
  createdAt: string;
  expiresAt: string;
  /** Such as `2026-03-01` (UTC); null when it was never used. */
  lastUsedOn: string | null;
  scopes: string[];
}

/** A member as listed to administrators. */
export interface MemberEntry {
  id: string;
  email: string;
  role: Role;
  /** False while only the member has entered the address. */
  emailVerified: boolean;
  createdAt: string;
  /** Sign-in methods; empty before an invitation is accepted. */
  signInMethods: ("password" | "oidc")[];
  /** The active token; null without one. */
  token: { expiresAt: string; lastUsedOn: string | null } | null;
  /** The open invitation; null without one. */
  invitation: { expiresAt: string } | null;
}

export interface MemberPage {
  members: MemberEntry[];
  /** Matching members, over all pages. */
  total: number;
}

/** A new invitation. `secret` is part of the link and is not stored. */
export interface Invitation {
  secret: string;
  email: string;
  role: Role;
  expiresAt: string;
}

/** A member by id, as in sessions and pages, or by e-mail, as on the command line. */
export type MemberReference = { id: string } | { email: string };

export interface Tokens {
  /** The newest token, whatever its status; null when none was issued. Throws AccountError for an unknown member. */
  tokenState(member: MemberReference): Promise<TokenState | null>;
  /**
   * Issues a token and revokes the one before. `scopes` defaults to all that the member may have. Throws AccountError
   * for an unknown member, and for a scope that is unknown or not allowed for the member.
   */
  issueToken(member: MemberReference, scopes?: string[]): Promise<{ token: string; expiresAt: string }>;
  /** Revokes the member's token; false when there was no active one. Throws AccountError for an unknown member. */
  revokeToken(member: MemberReference): Promise<boolean>;
}

export interface Members {
  /** Adds a member, or finds the one that has this e-mail. Throws AccountError when it is not an e-mail. */
  addMember(email: string): Promise<{ accountId: string; created: boolean }>;
  /** Ordered by e-mail; `search` filters addresses by substring. */
  listMembers(page: { offset: number; limit: number; search?: string }): Promise<MemberPage>;
  /**
   * The secret of a one-time link, for a new member or a new password; older links of the member end. Throws
   * AccountError when it is not an e-mail.
   */
  invite(email: string, role: Role): Promise<Invitation>;
  /**
   * The secret of a one-time link that signs in without a password on the machine of the service, for a day; opened
   * elsewhere it is an invitation. `firstRole` is given with the first such link that is used; later ones keep the
   * member's role.
   */
  openSignInLink(email: string, firstRole: Role): Promise<Invitation>;
  /**
   * Resolves to the member's address, like the next two. Throws AccountError for an unknown member, and when no
   * administrator would be left.
   */
  changeRole(member: MemberReference, role: Role): Promise<{ email: string }>;
  /** Removes the member with token, grants, sessions and invitations. Throws AccountError like `changeRole`. */
  removeMember(member: MemberReference): Promise<{ email: string }>;
  /** Ends every session of the member. Throws AccountError for an unknown member. */
  endSessions(member: MemberReference): Promise<{ email: string; ended: number }>;
}

export interface AuditRecord {
  /** The administrator's address; on the command line, the user of the machine. */
  actor: string;
  via: "console" | "command";
  action: AuditAction;
  /** What it was done to: an address, a key, a file name. */
  target?: string | null;
  /** Such as the new role. */
  detail?: string | null;
}

export interface AuditEntry {
  id: number;
  at: string;
  actor: string;
  via: "console" | "command";
  action: string;
  target: string | null;
  detail: string | null;
}

export interface AuditLog {
  record(entry: AuditRecord): Promise<void>;
  /** Newest first; `search` is part of an actor, an action or a target. */
  list(page: {
    offset: number;
    limit: number;
    search?: string;
  }): Promise<{ entries: AuditEntry[]; total: number }>;
}

export interface Accounts extends Tokens, Members {
  audit: AuditLog;
  /** The caller of a member's token or a grant's; null when it is malformed, unknown, replaced, revoked or expired. */
  authenticate(token: string): Promise<Caller | null>;
  close(): Promise<void>;
}

/** `invalid`: the input is malformed; `missing`: it does not exist; `refused`: a rule forbids it. */
export type AccountErrorKind = "invalid" | "missing" | "refused";

/** Invalid input. The message is for the user, and says what to do. */
export class AccountError extends Error {
  override name = "AccountError";
  readonly kind: AccountErrorKind;

  constructor(message: string, kind: AccountErrorKind = "invalid") {
    super(message);
    this.kind = kind;
  }
}
