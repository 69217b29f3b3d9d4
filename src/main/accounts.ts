/** The accounts of a data directory, with reviews, and the demo's token and link. */
import { openAccounts as openAccountsAt } from "../accounts/accounts.ts";
import { linkDemoMember, readOrIssueDemoToken } from "../accounts/demo-token.ts";
import type { Accounts } from "../accounts/types.ts";
import type { Config } from "../config/config.ts";
import { type OpenReviews, openReviews as openReviewsAt } from "../inbox/open.ts";
import { auditedAccounts, auditedReviews } from "./audited.ts";
import { makeDataDirectory, withCatalog } from "./catalog.ts";
import { databaseLocation } from "./database.ts";

/** For commands of administrators: their changes are recorded in the audit log. */
export async function openAccounts(config: Config): Promise<Accounts> {
  return auditedAccounts(await openPlainAccounts(config));
}

export function openPlainAccounts(config: Config): Promise<Accounts> {
  makeDataDirectory(config);
  return openAccountsAt({ database: databaseLocation(config, "accounts"), service: config.service });
}

async function withAccounts<T>(config: Config, work: (accounts: Accounts) => Promise<T>): Promise<T> {
  const accounts = await openPlainAccounts(config);
  try {
    return await work(accounts);
  } finally {
    await accounts.close();
  }
}

export function demoToken(config: Config): Promise<string | null> {
  return withAccounts(config, (accounts) => readOrIssueDemoToken(accounts, config.dataDir));
}

export function demoLink(config: Config): Promise<string> {
  return withAccounts(config, async (accounts) => (await linkDemoMember(accounts)).secret);
}

export async function openReviews(config: Config): Promise<OpenReviews> {
  makeDataDirectory(config);
  const reviews = await openReviewsAt(databaseLocation(config, "accounts"), {
    withCatalog: (work) => withCatalog(config, work),
  });
  return auditedReviews(reviews, reviews.audit);
}
