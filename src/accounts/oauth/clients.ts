/** Applications that register themselves: bounded in number, and removed when no member uses them. */
import { randomUUID } from "node:crypto";
import { DAY_MS } from "../lifetime.ts";
import { clientNetwork } from "../rate-limits/client-network.ts";
import { HourCounter } from "../rate-limits/hour-counter.ts";
import type { AccountsDb } from "../tables.ts";
import { redirectKind, redirectRule } from "./redirect-uri.ts";
import { type ClientRegistration, type OAuth, type OAuthClient, OAuthError } from "./types.ts";

/** Per address and hour. */
const REGISTRATIONS = 20;
/** Registered at one time. */
const MAX_CLIENTS = 2_000;
const MAX_REDIRECTS = 10;
const LONGEST_NAME = 80;
/** Removed after this time when no member has ever approved it, */
const NEVER_USED_MS = DAY_MS;
/** and when the last approval is this long ago and has ended. */
const UNUSED_MS = 90 * DAY_MS;

/** On one line, without control characters and marks that reorder or hide text. */
export function cleanClientName(name: string): string {
  const visible = name
    .normalize("NFC")
    .replaceAll(/\p{C}/gu, " ")
    .replaceAll(/\s+/gu, " ")
    // More than two combining marks on one letter cover the lines around it.
    .replaceAll(/(\p{M}{2})\p{M}+/gu, "$1")
    .trim();
  const characters = [...visible];
  return characters.length <= LONGEST_NAME ? visible : `${characters.slice(0, LONGEST_NAME - 1).join("")}…`;
}

export function createClients(db: AccountsDb, now: () => number): Pick<OAuth, "register" | "findClient"> {
  const counter = new HourCounter({ name: "oauth-client", limit: REGISTRATIONS, db });
  return {
    register: async (registration, address) => {
      checkRedirects(registration);
      const { allowed, retryAfterSeconds } = await counter.consume(clientNetwork(address));
      if (!allowed)
        throw new OAuthError(
          "temporarily_unavailable",
          `At most ${REGISTRATIONS} registrations per hour from one address; wait ${retryAfterSeconds} s`,
          Math.max(1, retryAfterSeconds),
        );
      return db.transaction().execute((tx) => insertClient(tx, registration, now()));
    },
    findClient: (id) => findClient(db, id),
  };
}

function checkRedirects({ redirectUris }: ClientRegistration): void {
  if (redirectUris.length === 0 || redirectUris.length > MAX_REDIRECTS)
    throw new OAuthError("invalid_redirect_uri", `redirect_uris: give 1 to ${MAX_REDIRECTS}`);
  const wrong = redirectUris.findIndex((uri) => redirectKind(uri) === null);
  if (wrong >= 0)
    throw new OAuthError("invalid_redirect_uri", `redirect_uris[${wrong}]: not accepted; ${redirectRule}`);
}

async function insertClient(
  tx: AccountsDb,
  { name, redirectUris }: ClientRegistration,
  now: number,
): Promise<OAuthClient> {
  await removeUnused(tx, now);
  const { clients } = await tx
    .selectFrom("oauth_client")
    .select((eb) => eb.fn.countAll<number>().as("clients"))
    .executeTakeFirstOrThrow();
  if (clients >= MAX_CLIENTS)
    throw new OAuthError(
      "temporarily_unavailable",
      "Too many applications are registered; unused ones are removed after a day, try again then",
      3_600,
    );
  const client = {
    id: randomUUID(),
    name: cleanClientName(name),
    redirectUris: [...new Set(redirectUris)],
    createdAt: now,
  };
  await tx
    .insertInto("oauth_client")
    .values({
      id: client.id,
      name: client.name,
      redirect_uris: JSON.stringify(client.redirectUris),
      created_at: now,
    })
    .execute();
  return client;
}

async function removeUnused(tx: AccountsDb, now: number): Promise<void> {
  await tx
    .deleteFrom("oauth_client")
    .where("id", "not in", tx.selectFrom("oauth_grant").select("client_id"))
    .where((eb) =>
      eb.or([
        eb.and([eb("used_at", "is", null), eb("created_at", "<=", now - NEVER_USED_MS)]),
        eb("used_at", "<=", now - UNUSED_MS),
      ]),
    )
    .execute();
}

async function findClient(db: AccountsDb, id: string): Promise<OAuthClient | null> {
  const row = await db.selectFrom("oauth_client").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return null;
  return {
    id,
    name: row.name,
    redirectUris: JSON.parse(row.redirect_uris) as string[],
    createdAt: row.created_at,
  };
}
