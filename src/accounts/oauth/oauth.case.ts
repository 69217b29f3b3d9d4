/** Accounts with a member and a registered application over a temporary accounts.db, for tests. */
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseAt } from "../../database/database-at.case.ts";
import { createAccounts } from "../accounts.ts";
import { openAccountTables } from "../open-tables.ts";
import { createOAuth } from "./oauth.ts";
import type { CodeExchange, Consent, Refresh } from "./types.ts";

export const redirectUri = "https://a.example/callback";
export const verifier = "v".repeat(43);

export type OpenedOAuth = Awaited<ReturnType<typeof openOAuth>>;

/** Starts at 2026-03-01T22:30:00Z. */
export async function openOAuth() {
  const folder = mkdtempSync(join(tmpdir(), "oauth-"));
  const clock = { now: Date.parse("2026-03-01T22:30:00Z") };
  const db = await openAccountTables(databaseAt(join(folder, "accounts.db")));
  const options = { service: "acme", now: () => clock.now };
  const accounts = createAccounts(db, options);
  const oauth = createOAuth(db, options);
  const memberId = (await accounts.addMember("ada@example.org")).accountId;
  const { id: clientId } = await oauth.register({ name: "A", redirectUris: [redirectUri] }, "192.0.2.1");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const approve = (change: Partial<Consent> = {}) =>
    oauth.approve({
      memberId,
      clientId,
      scopes: ["read"],
      audience: "mcp",
      redirectUri,
      challenge,
      ...change,
    });
  const redeem = (code: string, change: Partial<CodeExchange> = {}) =>
    oauth.exchangeCode({ clientId, code, redirectUri, verifier, audience: null, ...change });
  return {
    clock,
    db,
    accounts,
    oauth,
    memberId,
    clientId,
    approve,
    redeem,
    connect: async (change?: Partial<Consent>) => redeem(await approve(change)),
    refresh: (refreshToken: string, change: Partial<Refresh> = {}) =>
      oauth.refresh({ clientId, refreshToken, audience: null, scopes: null, ...change }),
    async close() {
      await accounts.close();
      rmSync(folder, { recursive: true });
    },
  };
}
