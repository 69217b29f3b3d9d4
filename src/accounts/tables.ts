/** The tables of accounts.db. Times are milliseconds since 1970. */
import type { Generated, GeneratedAlways, Kysely } from "kysely";
import type { Audience, Role } from "./types.ts";

export interface AccountTables {
  member: {
    id: string;
    /** Normalized by `normalEmail`. */
    email: string;
    created_at: number;
    updated_at: Generated<number>;
    role: Generated<Role>;
    /** 1: an administrator or an identity provider verified the address; 0: only the member entered it. */
    email_verified: Generated<number>;
  };
  /** At most one row per member has no `ended_at`: the token that is valid until `expires_at`. */
  token: {
    digest: string;
    member_id: string;
    /** Scopes without the service's name, separated by spaces: renaming the service keeps tokens valid. */
    scopes: string;
    issued_at: number;
    expires_at: number;
    ended_at: number | null;
    /** The last day of use, `2026-03-01` (UTC); no finer time is stored. */
    last_used_day: Generated<string | null>;
  };
  /** A signed-in browser. Its cookie contains `token` with a signature: `token` alone is not accepted. */
  session: {
    id: string;
    member_id: string;
    token: string;
    created_at: number;
    updated_at: number;
    expires_at: number;
  };
  /** How a member signs in: `credential` with a password hash, or `oidc` with the provider's subject. */
  sign_in_method: {
    id: string;
    member_id: string;
    provider: string;
    subject: string;
    password: string | null;
    created_at: number;
    updated_at: number;
  };
  /** A sign-in through the identity provider in progress. */
  sign_in_state: {
    id: string;
    identifier: string;
    value: string;
    expires_at: number;
    created_at: number;
    updated_at: number;
  };
  /** One-time links. At most one per member is neither accepted nor ended. */
  invitation: {
    digest: string;
    member_id: string;
    /** The member's role after accepting. */
    role: Role;
    created_at: number;
    expires_at: number;
    accepted_at: number | null;
    /** When a newer invitation replaced it, or its expiry was observed. */
    ended_at: number | null;
    /** 1: on this machine it signs in without a password. */
    passwordless: Generated<number>;
  };
  /** Hourly counters; `expire`: when the window ends. */
  limit_counter: { key: string; points: number; expire: number };
  /** Minutes of several servers, and their requests in flight; on PostgreSQL only. */
  limit_minute: AccountTables["limit_counter"];
  limit_place: { ticket: GeneratedAlways<number>; account: string; expires_at: number };
  /** Minute windows of one server; see `rate-limits/window-store.ts`. */
  limit_window: { key: string; ends_at: number; used: number | null };
  /** Sources suggested for the archive; see `src/inbox`, also for the next three. */
  source_suggestion: {
    id: string;
    /** Null once the member is removed. */
    member_id: string | null;
    url: string;
    name: string | null;
    reason: string | null;
    created_at: number;
    state: Generated<"open" | "approved" | "declined">;
    decided_at: Generated<number | null>;
    /** Key of the source declared from it. */
    source_key: Generated<string | null>;
    decline_reason: Generated<string | null>;
  };
  feedback: {
    id: string;
    /** Null once the member is removed. */
    member_id: string | null;
    category: string;
    severity: string;
    message: string;
    /** JSON; null: not given. */
    context: string | null;
    created_at: number;
    /** Null: open. */
    resolved_at: Generated<number | null>;
  };
  /** The outbox: feedback to send to the webhook. */
  escalation: {
    feedback_id: string;
    attempts: Generated<number>;
    next_attempt_at: number;
    /** Null: not delivered. */
    delivered_at: Generated<number | null>;
    /** Why the last attempt failed. */
    problem: Generated<string | null>;
  };
  /** What members save; see `src/saved`, also for the next two. */
  shortlist: {
    id: string;
    member_id: string;
    name: string;
    notes: string;
    /** The id under which other members may read it; null: not shared. */
    share_id: string | null;
    created_at: number;
    updated_at: number;
  };
  shortlist_item: {
    /** Grows with each item. */
    position: Generated<number>;
    shortlist_id: string;
    kind: "project" | "document";
    key: string;
    note: string;
    added_at: number;
  };
  saved_search: {
    id: string;
    member_id: string;
    name: string;
    page: "projects" | "archive";
    /** Query string of the page. */
    state: string;
    /** JSON of the request that the page sends. */
    request: string;
    created_at: number;
    /** The last look: when, at which corpus, and the keys of its first results (JSON). */
    seen_at: number;
    seen_revision: string;
    seen_keys: string;
    /** The last comparison with it: the corpus, and the keys that were new (JSON). */
    checked_revision: Generated<string | null>;
    new_keys: Generated<string | null>;
  };
  /** Applications that registered themselves; see `oauth/`, also for the next three. */
  oauth_client: {
    id: string;
    /** As cleaned by `cleanClientName`; "" when it gave none. */
    name: string;
    /** JSON of a list. */
    redirect_uris: string;
    created_at: number;
    /** The last time that a member approved it. */
    used_at: Generated<number | null>;
  };
  /** What a member allows an application. Deleted when it ends, with its code and tokens. */
  oauth_grant: {
    id: string;
    member_id: string;
    client_id: string;
    /** As in `token`. */
    scopes: string;
    audience: Audience;
    created_at: number;
    expires_at: number;
    /** As in `token`. */
    last_used_day: Generated<string | null>;
  };
  /** Kept until the grant ends, so that a replay is recognised. */
  oauth_code: {
    digest: string;
    grant_id: string;
    redirect_uri: string;
    /** PKCE, method S256. */
    challenge: string;
    created_at: number;
    expires_at: number;
    used_at: Generated<number | null>;
  };
  oauth_token: {
    digest: string;
    grant_id: string;
    kind: "access" | "refresh";
    issued_at: number;
    expires_at: number;
    /** When a refresh token was replaced. */
    used_at: Generated<number | null>;
  };
  /** What administrators did; see `audit.ts`. */
  audit_entry: {
    /** Grows with each entry. */
    id: Generated<number>;
    at: number;
    actor: string;
    via: "console" | "command";
    action: string;
    target: string | null;
    detail: string | null;
  };
  /** The process that delivers escalations; one at a time. */
  lease: { name: string; holder: string; expires_at: number };
}

export type AccountsDb = Kysely<AccountTables>;
