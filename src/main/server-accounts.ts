/** The server's accounts database: members with sign-in and limits, and the inbox. */
import { openServerAccounts as openServerAccountsAt, type ServerAccounts } from "../accounts/accounts.ts";
import { readOrMakeSecret } from "../accounts/sign-in/secret.ts";
import type { AccountsDb } from "../accounts/tables.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import type { Webhook } from "../inbox/escalations/send.ts";
import { openServerInbox, type ServerInbox } from "../inbox/open.ts";
import type { HttpClient } from "../net/http-client.ts";
import type { Logger } from "../server/ports.ts";
import { accountsPath } from "./accounts.ts";

export async function openServerAccounts(
  config: Config,
  { origin, http, logger }: { origin: () => string; http: HttpClient; logger: Logger },
): Promise<ServerAccounts> {
  const { service, limits, oidc, signUpDomains } = config;
  return openServerAccountsAt({
    database: accountsPath(config),
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
      secret: config.secret ?? (await readOrMakeSecret(config.dataDir)),
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

async function escalationWebhook({ dataDir, escalation }: Config, http: HttpClient): Promise<Webhook | null> {
  const { webhook: url, secret } = escalation;
  if (url === null) return null;
  return { url, http, secret: secret ?? (await readOrMakeSecret(dataDir, "escalation-secret")) };
}
