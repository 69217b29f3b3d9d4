/**
 * State between two requests of one browser: a row keyed by a cookie's random value and used once. Only a digest of
 * the value is stored.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { AccountsDb } from "../tables.ts";

/** How long a visitor may take. */
export const STATE_MS = 600_000;

export type StateKind = "oidc" | "oidc-link";

const identifierOf = (kind: StateKind, value: string): string =>
  `${kind}:${createHash("sha256").update(value).digest("hex")}`;

/** Stores `content` (JSON) for ten minutes. Resolves to the cookie's value: `value`, or a random one. */
export async function keepState(
  db: AccountsDb,
  kind: StateKind,
  {
    content,
    now,
    value = randomBytes(32).toString("base64url"),
  }: { content: object; now: number; value?: string },
): Promise<string> {
  await db
    .insertInto("sign_in_state")
    .values({
      id: randomUUID(),
      identifier: identifierOf(kind, value),
      value: JSON.stringify(content),
      expires_at: now + STATE_MS,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return value;
}

/** The content while it is valid; null for an unknown, used or expired value. */
export async function readState<T>(
  db: AccountsDb,
  kind: StateKind,
  { value, now }: { value: string; now: number },
): Promise<T | null> {
  const row = await db
    .selectFrom("sign_in_state")
    .select("value")
    .where("identifier", "=", identifierOf(kind, value))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return row === undefined ? null : (JSON.parse(row.value) as T);
}

/** Like `readState`, and deletes it: of two concurrent requests, one gets it. */
export async function takeState<T>(
  db: AccountsDb,
  kind: StateKind,
  { value, now }: { value: string; now: number },
): Promise<T | null> {
  const row = await db
    .deleteFrom("sign_in_state")
    .where("identifier", "=", identifierOf(kind, value))
    .returning(["value", "expires_at"])
    .executeTakeFirst();
  return row === undefined || row.expires_at <= now ? null : (JSON.parse(row.value) as T);
}
