import { randomUUID } from "node:crypto";
import { normalEmail } from "./email.ts";
import type { AccountsDb } from "./tables.ts";
import { isWellFormed, newToken, tokenDigest } from "./token.ts";
import { AccountError, type Accounts, type Caller } from "./types.ts";

const TOKEN_DAYS = 90;
const DAY_MS = 86_400_000;
const SCOPES = ["read", "me"];

export interface AccountsOptions {
  /** First half of the scopes' names: `<service>:read`, `<service>:me`. */
  service: string;
  /** Milliseconds since 1970. */
  now?: () => number;
}

/**
 * Members and their tokens. Every call reads the file, so that what another process issues or revokes holds at
 * once. `close` closes `db`.
 */
export function createAccounts(db: AccountsDb, options: AccountsOptions): Accounts {
  const { service, now = Date.now } = options;
  return {
    authenticate: (token) => authenticate(db, token, { service, now }),
    addMember: (email) => addMember(db, email, now()),
    issueToken: async (email, scopes) =>
      issueToken(db, email, { scopes: scopeKinds(service, scopes), now: now() }),
    revokeToken: (email) => revokeToken(db, email, now()),
    close: () => db.destroy(),
  };
}

async function authenticate(
  db: AccountsDb,
  token: string,
  context: { service: string; now: () => number },
): Promise<Caller | null> {
  if (!isWellFormed(token)) return null;
  const row = await db
    .selectFrom("token")
    .innerJoin("member", "member.id", "token.member_id")
    .select(["member.id", "member.email", "token.scopes", "token.expires_at"])
    .where("token.digest", "=", tokenDigest(token))
    .where("token.ended_at", "is", null)
    .where("token.expires_at", ">", context.now())
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    accountId: row.id,
    email: row.email,
    scopes: row.scopes.split(" ").map((kind) => `${context.service}:${kind}`),
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}

async function addMember(
  db: AccountsDb,
  text: string,
  now: number,
): Promise<{ accountId: string; created: boolean }> {
  const email = normalEmail(text);
  return db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom("member").select("id").where("email", "=", email).executeTakeFirst();
    if (known !== undefined) return { accountId: known.id, created: false };
    const id = randomUUID();
    await tx.insertInto("member").values({ id, email, created_at: now }).execute();
    return { accountId: id, created: true };
  });
}

async function issueToken(
  db: AccountsDb,
  text: string,
  grant: { scopes: string; now: number },
): Promise<{ token: string; expiresAt: string }> {
  const email = normalEmail(text);
  const token = newToken();
  const expires = grant.now + TOKEN_DAYS * DAY_MS;
  await db.transaction().execute(async (tx) => {
    const memberId = await memberIdOf(tx, email);
    await endToken(tx, memberId, grant.now);
    await tx
      .insertInto("token")
      .values({
        digest: tokenDigest(token),
        member_id: memberId,
        scopes: grant.scopes,
        issued_at: grant.now,
        expires_at: expires,
        ended_at: null,
      })
      .execute();
  });
  return { token, expiresAt: new Date(expires).toISOString() };
}

async function revokeToken(db: AccountsDb, text: string, now: number): Promise<boolean> {
  const email = normalEmail(text);
  return db.transaction().execute(async (tx) => endToken(tx, await memberIdOf(tx, email), now));
}

/** Ends the member's token; true when it was still valid. */
async function endToken(tx: AccountsDb, memberId: string, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable("token")
    .set({ ended_at: now })
    .where("member_id", "=", memberId)
    .where("ended_at", "is", null)
    .returning("expires_at")
    .executeTakeFirst();
  return ended !== undefined && ended.expires_at > now;
}

async function memberIdOf(tx: AccountsDb, email: string): Promise<string> {
  const member = await tx.selectFrom("member").select("id").where("email", "=", email).executeTakeFirst();
  if (member === undefined)
    throw new AccountError(`No member has the e-mail ${email}; add it first: priorart member add ${email}`);
  return member.id;
}

function scopeKinds(service: string, scopes: string[] | undefined): string {
  const known = SCOPES.map((kind) => `${service}:${kind}`);
  const wanted = scopes ?? known;
  const unknown = wanted.find((scope) => !known.includes(scope));
  if (unknown !== undefined || wanted.length === 0)
    throw new AccountError(
      `scopes: ${unknown === undefined ? "none given" : `${JSON.stringify(unknown)} is not known`}; ` +
        `give one or both of ${known.join(", ")}`,
    );
  return SCOPES.filter((kind) => wanted.includes(`${service}:${kind}`)).join(" ");
}
