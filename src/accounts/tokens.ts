/** The lifecycle of tokens: issued, used, replaced, revoked, expired. At most one per member is active. */
import { sql } from "kysely";
import { BackgroundWrites } from "./background-writes.ts";
import { DAY_MS, lifetimeAt } from "./lifetime.ts";
import { findMember } from "./member-rows.ts";
import type { AccountsDb } from "./tables.ts";
import { isWellFormed, newToken, tokenDigest } from "./token.ts";
import {
  AccountError,
  type Accounts,
  type Caller,
  type MemberReference,
  type TokenState,
  type Tokens,
} from "./types.ts";

const TOKEN_DAYS = 90;
const KINDS = ["read", "me"] as const;
const SWEEP_MS = 3_600_000;

export interface TokenContext {
  /** First part of the scopes' names. */
  service: string;
  now: () => number;
}

export function createTokens(
  db: AccountsDb,
  context: TokenContext,
): Tokens & Pick<Accounts, "authenticate" | "close"> {
  const writes = new BackgroundWrites();
  const sweep = expirySweep(db, context.now);
  return {
    authenticate: async (token) => {
      if (!isWellFormed(token)) return null;
      if (sweep.isDue()) writes.start("sweep", sweep.run);
      return authenticate(db, token, { ...context, writes });
    },
    close: () => writes.settle(),
    tokenState: (member) => tokenState(db, member, context),
    issueToken: (member, scopes) => issueToken(db, member, { scopes, ...context }),
    revokeToken: (member) =>
      db.transaction().execute(async (tx) => endToken(tx, (await findMember(tx, member)).id, context.now())),
  };
}

/** Only reads: authentication works while the file cannot be written. */
async function authenticate(
  db: AccountsDb,
  token: string,
  context: TokenContext & { writes: BackgroundWrites },
): Promise<Caller | null> {
  const digest = tokenDigest(token);
  const row = await db
    .selectFrom("token")
    .innerJoin("member", "member.id", "token.member_id")
    .select(["member.id", "member.email", "member.email_verified", "token.scopes", "token.issued_at"])
    .select(["token.expires_at", "token.last_used_day"])
    .where("token.digest", "=", digest)
    .where("token.ended_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const now = context.now();
  const lifetime = lifetimeAt(now, { from: row.issued_at, until: row.expires_at });
  if (lifetime === "expired")
    context.writes.start(`end ${digest}`, () =>
      db.updateTable("token").set({ ended_at: now }).where("digest", "=", digest).execute(),
    );
  if (lifetime !== "valid") return null;
  const today = new Date(now).toISOString().slice(0, 10);
  if (row.last_used_day !== today)
    context.writes.start(`use ${digest}`, () =>
      db.updateTable("token").set({ last_used_day: today }).where("digest", "=", digest).execute(),
    );
  return {
    accountId: row.id,
    email: row.email,
    scopes: allowedScopes(row.scopes.split(" "), row.email_verified === 1, context.service),
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}

/** The scope `me` grants access to the records of an e-mail address: it requires a verified one. */
export function allowedScopes(kinds: string[], emailVerified: boolean, service: string): string[] {
  return kinds.filter((kind) => kind !== "me" || emailVerified).map((kind) => `${service}:${kind}`);
}

/** Stores, at most once an hour, which tokens have expired, so that a clock set back revives none. */
function expirySweep(db: AccountsDb, now: () => number) {
  let last = Number.NEGATIVE_INFINITY;
  return {
    isDue: () => now() < last || now() - last >= SWEEP_MS,
    run: async () => {
      last = now();
      const expired = db.selectFrom("token").select("digest").where("ended_at", "is", null);
      if ((await expired.where("expires_at", "<=", last).executeTakeFirst()) === undefined) return;
      await db
        .updateTable("token")
        .set({ ended_at: last })
        .where("ended_at", "is", null)
        .where("expires_at", "<=", last)
        .execute();
    },
  };
}

async function tokenState(
  db: AccountsDb,
  member: MemberReference,
  { service, now }: TokenContext,
): Promise<TokenState | null> {
  const { id } = await findMember(db, member);
  const row = await db
    .selectFrom("token")
    .selectAll()
    .where("member_id", "=", id)
    // In order of creation: the clock may have been changed in between.
    .orderBy(sql`rowid`, "desc")
    .executeTakeFirst();
  if (row === undefined) return null;
  const expired = row.expires_at <= (row.ended_at ?? now());
  return {
    status: expired ? "expired" : row.ended_at === null ? "active" : "revoked",
    createdAt: new Date(row.issued_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    lastUsedOn: row.last_used_day,
    scopes: row.scopes.split(" ").map((kind) => `${service}:${kind}`),
  };
}

async function issueToken(
  db: AccountsDb,
  member: MemberReference,
  { scopes, service, now }: TokenContext & { scopes: string[] | undefined },
): Promise<{ token: string; expiresAt: string }> {
  const token = newToken();
  const issued = now();
  const expires = issued + TOKEN_DAYS * DAY_MS;
  await db.transaction().execute(async (tx) => {
    const { id, email_verified } = await findMember(tx, member, "add");
    const kinds = scopeKinds(scopes, { service, emailVerified: email_verified === 1 });
    // The earlier ones too: they have ended, and an unknown token is refused like an ended one.
    await tx.deleteFrom("token").where("member_id", "=", id).execute();
    await tx
      .insertInto("token")
      .values({
        digest: tokenDigest(token),
        member_id: id,
        scopes: kinds.join(" "),
        issued_at: issued,
        expires_at: expires,
        ended_at: null,
      })
      .execute();
  });
  return { token, expiresAt: new Date(expires).toISOString() };
}

function scopeKinds(
  scopes: string[] | undefined,
  { service, emailVerified }: { service: string; emailVerified: boolean },
): string[] {
  const allowed = emailVerified ? KINDS : KINDS.filter((kind) => kind !== "me");
  if (scopes === undefined) return [...allowed];
  const known = KINDS.map((kind) => `${service}:${kind}`);
  const unknown = scopes.find((scope) => !known.includes(scope));
  if (unknown !== undefined || scopes.length === 0)
    throw new AccountError(
      `scopes: ${unknown === undefined ? "none given" : `${JSON.stringify(unknown.slice(0, 80))} is not known`}; ` +
        `give one or both of ${known.join(", ")}`,
    );
  if (!emailVerified && scopes.includes(`${service}:me`))
    throw new AccountError(
      `scopes: ${service}:me needs an e-mail address that is verified; ask an administrator for an invitation to it, ` +
        "or leave this scope out",
      "refused",
    );
  return KINDS.filter((kind) => scopes.includes(`${service}:${kind}`));
}

/** Revokes the member's token; true when it was still valid. */
export async function endToken(tx: AccountsDb, memberId: string, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable("token")
    .set({ ended_at: now })
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .returning("expires_at")
    .executeTakeFirst();
  return ended !== undefined && ended.expires_at > now;
}
