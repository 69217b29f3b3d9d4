/** Access tokens of grants, as callers send them. */
import { BackgroundWrites } from "../background-writes.ts";
import { lifetimeAt } from "../lifetime.ts";
import type { AccountsDb } from "../tables.ts";
import { isWellFormed, tokenDigest } from "../token.ts";
import { allowedScopes, type TokenContext } from "../tokens.ts";
import type { Accounts, Caller } from "../types.ts";

export function createGrantTokens(
  db: AccountsDb,
  context: TokenContext,
): Pick<Accounts, "authenticate" | "close"> {
  const writes = new BackgroundWrites();
  return {
    authenticate: async (token) =>
      isWellFormed(token, "pg") ? authenticate(db, tokenDigest(token), { ...context, writes }) : null,
    close: () => writes.settle(),
  };
}

/** Only reads: authentication works while the file cannot be written. */
async function authenticate(
  db: AccountsDb,
  digest: string,
  { service, now, writes }: TokenContext & { writes: BackgroundWrites },
): Promise<Caller | null> {
  const row = await db
    .selectFrom("oauth_token")
    .innerJoin("oauth_grant", "oauth_grant.id", "oauth_token.grant_id")
    .innerJoin("member", "member.id", "oauth_grant.member_id")
    .select(["member.id", "member.email", "member.email_verified", "oauth_token.issued_at"])
    .select(["oauth_token.expires_at", "oauth_grant.id as grant_id", "oauth_grant.scopes"])
    .select(["oauth_grant.audience", "oauth_grant.last_used_day"])
    .where("oauth_token.digest", "=", digest)
    .where("oauth_token.kind", "=", "access")
    .executeTakeFirst();
  if (row === undefined) return null;
  const time = now();
  const lifetime = lifetimeAt(time, { from: row.issued_at, until: row.expires_at });
  // Stored, so that a clock set back does not revive it.
  if (lifetime === "expired")
    writes.start(`end ${digest}`, () => db.deleteFrom("oauth_token").where("digest", "=", digest).execute());
  if (lifetime !== "valid") return null;
  const today = new Date(time).toISOString().slice(0, 10);
  if (row.last_used_day !== today)
    writes.start(`use ${row.grant_id}`, () =>
      db.updateTable("oauth_grant").set({ last_used_day: today }).where("id", "=", row.grant_id).execute(),
    );
  return {
    accountId: row.id,
    email: row.email,
    scopes: allowedScopes(row.scopes.split(" "), row.email_verified === 1, service),
    expiresAt: new Date(row.expires_at).toISOString(),
    audience: row.audience,
  };
}
