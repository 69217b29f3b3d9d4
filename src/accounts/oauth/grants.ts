/** Grants: approved, listed and ended by their member. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { DAY_MS } from "../lifetime.ts";
import type { AccountsDb } from "../tables.ts";
import { newToken, tokenDigest } from "../token.ts";
import { type Consent, type GrantEntry, type OAuth, OAuthError } from "./types.ts";

/** As a member's own token: after this time the member is asked again. */
const GRANT_MS = 90 * DAY_MS;
/** The client's server redeems the code immediately. */
export const CODE_MS = 60_000;
/** Beyond this number, a member's oldest grant ends. */
const MAX_GRANTS = 50;

interface GrantContext {
  /** First part of the scopes' names. */
  service: string;
  now: () => number;
}

export function createGrants(
  db: AccountsDb,
  { service, now }: GrantContext,
): Pick<OAuth, "approve" | "listGrants" | "revokeGrant"> {
  return {
    approve: (consent) => db.transaction().execute((tx) => approve(tx, consent, now())),
    listGrants: async (memberId) => {
      await removeEnded(db, now());
      return listGrants(db, memberId, service);
    },
    revokeGrant: async (memberId, id) => {
      const { numDeletedRows } = await db
        .deleteFrom("oauth_grant")
        .where("id", "=", id)
        .where("member_id", "=", memberId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

async function approve(tx: AccountsDb, consent: Consent, now: number): Promise<string> {
  const { memberId, clientId, scopes, audience, redirectUri, challenge } = consent;
  const { numUpdatedRows } = await tx
    .updateTable("oauth_client")
    .set({ used_at: now })
    .where("id", "=", clientId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new OAuthError("invalid_client", "client_id: no longer registered; register again, then ask again");
  await removeEnded(tx, now);
  const code = newToken("pc");
  const id = randomUUID();
  await tx
    .insertInto("oauth_grant")
    .values({
      id,
      member_id: memberId,
      client_id: clientId,
      scopes: scopes.join(" "),
      audience,
      created_at: now,
      expires_at: now + GRANT_MS,
    })
    .execute();
  await tx
    .insertInto("oauth_code")
    .values({
      digest: tokenDigest(code),
      grant_id: id,
      redirect_uri: redirectUri,
      challenge,
      created_at: now,
      expires_at: now + CODE_MS,
    })
    .execute();
  await endOldest(tx, memberId);
  return code;
}

async function endOldest(tx: AccountsDb, memberId: string): Promise<void> {
  const newest = tx
    .selectFrom("oauth_grant")
    .select("id")
    .where("member_id", "=", memberId)
    .orderBy(sql`rowid`, "desc")
    .limit(MAX_GRANTS);
  await tx
    .deleteFrom("oauth_grant")
    .where("member_id", "=", memberId)
    .where("id", "not in", newest)
    .execute();
}

/** Deletes grants that have expired, or can no longer be used: no valid token, and no code to redeem. */
async function removeEnded(db: AccountsDb, now: number): Promise<void> {
  const usable = db
    .selectFrom("oauth_token")
    .select("grant_id")
    .where("expires_at", ">", now)
    .union(
      db
        .selectFrom("oauth_code")
        .select("grant_id")
        .where("used_at", "is", null)
        .where("expires_at", ">", now),
    );
  await db
    .deleteFrom("oauth_grant")
    .where((eb) => eb.or([eb("expires_at", "<=", now), eb("id", "not in", usable)]))
    .execute();
}

/** Those that have been given tokens, the newest first. */
async function listGrants(db: AccountsDb, memberId: string, service: string): Promise<GrantEntry[]> {
  const rows = await db
    .selectFrom("oauth_grant")
    .innerJoin("oauth_client", "oauth_client.id", "oauth_grant.client_id")
    .innerJoin("oauth_code", "oauth_code.grant_id", "oauth_grant.id")
    .select(["oauth_grant.id", "oauth_client.name", "oauth_code.redirect_uri", "oauth_grant.audience"])
    .select(["oauth_grant.scopes", "oauth_grant.created_at", "oauth_grant.expires_at"])
    .select("oauth_grant.last_used_day")
    .where("oauth_grant.member_id", "=", memberId)
    .where("oauth_code.used_at", "is not", null)
    .orderBy(sql`oauth_grant.rowid`, "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    clientName: row.name,
    redirectUri: row.redirect_uri,
    audience: row.audience,
    scopes: row.scopes.split(" ").map((kind) => `${service}:${kind}`),
    createdAt: new Date(row.created_at).toISOString(),
    expiresAt: new Date(row.expires_at).toISOString(),
    lastUsedOn: row.last_used_day,
  }));
}
