/** The server's accounts database: members with sign-in and limits, and the inbox. */
import { openServerAccounts as openServerAccountsAt, type ServerAccounts } from "../accounts/accounts.ts";
import { readOrMakeSecret } from "../accounts/sign-in/secret.ts";
import type { AccountsDb } from "../accounts/tables.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { UsageError } from "../cli/exit.ts";
import type { Config } from "../config/config.ts";
import type { Webhook } from "../inbox/escalations/send.ts";
import { openServerInbox, type ServerInbox } from "../inbox/open.ts";
import type { HttpClient } from "../net/http-client.ts";
import type { Logger } from "../server/ports.ts";
import { databaseLocation } from "./database.ts";

export async function openServerAccounts(
  config: Config,
  { origin, http, logger }: { origin: () => string; http: HttpClient; logger: Logger },
): Promise<ServerAccounts> {
  const { service, limits, oidc, signUpDomains } = config;
  return openServerAccountsAt({
    database: databaseLocation(config, "accounts"),
    service,
    limits: {
      settings: limits,
      onProblem: (error) =>
        logger.warn(
          { err: error },
          "rate limits cannot be stored; they are counted in memory until they can",
        ),
    },
    signIn: {
      secret: config.secret ?? (await ownSecret(config, "secret")),
      origin,
      oidc,
      http,
      signUpDomains,
      onProblem: (error) =>
        logger.warn({ problem: error.message }, "sign-in through the identity provider failed"),
    },
  });
}

export async function openInbox(
  config: Config,
  { db, catalog, http, logger }: { db: AccountsDb; catalog: Catalog; http: HttpClient; logger: Logger },
): Promise<ServerInbox> {
  return openServerInbox(db, {
    withCatalog: (work) => work(catalog),
    webhook: await escalationWebhook(config, http),
    log: logger,
  });
}

async function escalationWebhook(config: Config, http: HttpClient): Promise<Webhook | null> {
  const { webhook: url, secret } = config.escalation;
  if (url === null) return null;
  return { url, http, secret: secret ?? (await ownSecret(config, "escalation-secret")) };
}

/** Servers of a PostgreSQL database must sign with the same keys: each would make another one. */
async function ownSecret(
  { dataDir, database }: Config,
  name: "secret" | "escalation-secret",
): Promise<string> {
  if (database === null) return readOrMakeSecret(dataDir, name);
  const variable = name === "secret" ? "PRIORART_SECRET" : "PRIORART_ESCALATION_SECRET";
  throw new UsageError(
    `${variable} must be set with PRIORART_DATABASE_URL, to the same value for all servers; make one with: openssl rand -base64 48`,
  );
}
