/** The token endpoint: codes and refresh tokens are exchanged for new tokens, each once. */
import { createHash } from "node:crypto";
import { DAY_MS, lifetimeAt } from "../lifetime.ts";
import type { AccountsDb } from "../tables.ts";
import { isWellFormed, newToken, tokenDigest } from "../token.ts";
import type { Audience } from "../types.ts";
import { type CodeExchange, type IssuedTokens, type OAuth, OAuthError, type Refresh } from "./types.ts";

const ACCESS_MS = 3_600_000;
/** A client that has not refreshed for this time has to ask again. */
const REFRESH_MS = 30 * DAY_MS;
/**
 * For this time a replaced refresh token still works: parallel requests of one client refresh at the same time, and an
 * answer may be lost in transit.
 */
const REUSE_MS = 10_000;

const expiredCode =
  "code: unknown, used, expired, or of another client_id, redirect_uri or code_verifier; ask for a new one";
const expiredRefresh = "refresh_token: unknown, expired, replaced or revoked; ask for a new authorization";
const otherTarget = "resource: not the one that was approved; leave it out, or ask for a new authorization";

interface ExchangeContext {
  service: string;
  now: () => number;
}

export function createExchange(
  db: AccountsDb,
  { service, now }: ExchangeContext,
): Pick<OAuth, "exchangeCode" | "refresh" | "revokeToken"> {
  /** A refusal is returned, not thrown: what it ends must be stored. */
  const commit = async (work: (tx: AccountsDb) => Promise<IssuedTokens | OAuthError>) => {
    const result = await db.transaction().execute(work);
    if (result instanceof OAuthError) throw result;
    return { ...result, scopes: result.scopes.map((kind) => `${service}:${kind}`) };
  };
  return {
    exchangeCode: (exchange) => commit((tx) => exchangeCode(tx, exchange, now())),
    refresh: (refresh) => {
      const scopes = refresh.scopes?.map((scope) => scope.replace(`${service}:`, "")) ?? null;
      return commit((tx) => refreshTokens(tx, { ...refresh, scopes }, now()));
    },
    revokeToken: async (token, clientId) => {
      if (!isWellFormed(token, "pg") && !isWellFormed(token, "pr")) return;
      await db
        .deleteFrom("oauth_grant")
        .where("client_id", "=", clientId)
        .where(
          "id",
          "in",
          db.selectFrom("oauth_token").select("grant_id").where("digest", "=", tokenDigest(token)),
        )
        .execute();
    },
  };
}

const endGrant = (tx: AccountsDb, id: string) => tx.deleteFrom("oauth_grant").where("id", "=", id).execute();

interface GrantRow {
  grant_id: string;
  client_id: string;
  scopes: string;
  audience: Audience;
  grant_end: number;
}

async function exchangeCode(
  tx: AccountsDb,
  { clientId, code, redirectUri, verifier, audience }: CodeExchange,
  now: number,
): Promise<IssuedTokens | OAuthError> {
  const digest = tokenDigest(code);
  const row = !isWellFormed(code, "pc")
    ? undefined
    : await tx
        .selectFrom("oauth_code")
        .innerJoin("oauth_grant", "oauth_grant.id", "oauth_code.grant_id")
        .select(["grant_id", "client_id", "scopes", "audience", "oauth_grant.expires_at as grant_end"])
        .select(["redirect_uri", "challenge", "oauth_code.created_at", "oauth_code.expires_at", "used_at"])
        .where("oauth_code.digest", "=", digest)
        .executeTakeFirst();
  if (row === undefined) return new OAuthError("invalid_grant", expiredCode);
  const fits =
    row.used_at === null &&
    lifetimeAt(now, { from: row.created_at, until: row.expires_at }) === "valid" &&
    row.client_id === clientId &&
    row.redirect_uri === redirectUri &&
    row.challenge === createHash("sha256").update(verifier).digest("base64url");
  const isTarget = audience === null || audience === row.audience;
  if (!fits || !isTarget) {
    // Someone else may have the code: its grant is revoked.
    await endGrant(tx, row.grant_id);
    return fits
      ? new OAuthError("invalid_target", otherTarget)
      : new OAuthError("invalid_grant", expiredCode);
  }
  await tx.updateTable("oauth_code").set({ used_at: now }).where("digest", "=", digest).execute();
  return issueTokens(tx, row, now);
}

async function refreshTokens(
  tx: AccountsDb,
  { clientId, refreshToken, audience, scopes }: Refresh,
  now: number,
): Promise<IssuedTokens | OAuthError> {
  const digest = tokenDigest(refreshToken);
  const row = !isWellFormed(refreshToken, "pr")
    ? undefined
    : await tx
        .selectFrom("oauth_token")
        .innerJoin("oauth_grant", "oauth_grant.id", "oauth_token.grant_id")
        .select(["grant_id", "client_id", "scopes", "audience", "oauth_grant.expires_at as grant_end"])
        .select(["issued_at", "oauth_token.expires_at", "used_at"])
        .where("oauth_token.digest", "=", digest)
        .where("kind", "=", "refresh")
        .executeTakeFirst();
  if (row === undefined || row.client_id !== clientId) return new OAuthError("invalid_grant", expiredRefresh);
  const isStale = row.used_at !== null && Math.abs(now - row.used_at) > REUSE_MS;
  if (isStale || lifetimeAt(now, { from: row.issued_at, until: row.expires_at }) !== "valid") {
    await endGrant(tx, row.grant_id);
    return new OAuthError("invalid_grant", expiredRefresh);
  }
  if (audience !== null && audience !== row.audience) return new OAuthError("invalid_target", otherTarget);
  const granted = row.scopes.split(" ");
  if (scopes?.some((scope) => !granted.includes(scope)))
    return new OAuthError("invalid_scope", "scope: more than was approved; leave it out");
  if (row.used_at === null)
    await tx.updateTable("oauth_token").set({ used_at: now }).where("digest", "=", digest).execute();
  return issueTokens(tx, row, now);
}

async function issueTokens(tx: AccountsDb, grant: GrantRow, now: number): Promise<IssuedTokens> {
  const accessToken = newToken("pg");
  const refreshToken = newToken("pr");
  const accessEnd = Math.min(now + ACCESS_MS, grant.grant_end);
  const common = { grant_id: grant.grant_id, issued_at: now };
  await tx
    .deleteFrom("oauth_token")
    .where("grant_id", "=", grant.grant_id)
    .where("expires_at", "<=", now)
    .execute();
  await tx
    .insertInto("oauth_token")
    .values([
      { ...common, digest: tokenDigest(accessToken), kind: "access", expires_at: accessEnd },
      {
        ...common,
        digest: tokenDigest(refreshToken),
        kind: "refresh",
        expires_at: Math.min(now + REFRESH_MS, grant.grant_end),
      },
    ])
    .execute();
  return {
    accessToken,
    refreshToken,
    expiresInSeconds: Math.floor((accessEnd - now) / 1000),
    scopes: grant.scopes.split(" "),
  };
}
