/**
 * The composition root: the one file that knows every room. Each room is loaded when a command first needs it, so
 * that `--help` and small commands answer at once.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Accounts, Caller } from "../accounts/types.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { addressError, checkAddress, reachableUrl } from "../cli/address.ts";
import { CommandError } from "../cli/exit.ts";
import { runProgram } from "../cli/program.ts";
import type {
  AskedOperation,
  Holdings,
  ImportRequest,
  RemovedKind,
  RunningServer,
  Services,
} from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import type { FaqParams, FaqsQuery } from "../contract/api/faqs.ts";
import type { FeedbackRequest } from "../contract/api/feedback.ts";
import type {
  DatabaseOperationId,
  Operation,
  OperationId,
  OperationOutput,
} from "../contract/api/operations.ts";
import type { ResourcesQuery } from "../contract/api/resources.ts";
import type { StatusResponse } from "../contract/api/status.ts";
import type { SourceSuggestionRequest } from "../contract/api/suggestions.ts";
import type { Webhook } from "../inbox/escalations/send.ts";
import type { OpenReviews } from "../inbox/open.ts";
import type { ConsoleRecords } from "../server/console/ports.ts";
import type { Serving, ServingOptions } from "../serving/serving.ts";

/** Runs one command line; sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  // A reader that stops early (`priorart search … | head`) is no failure.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit();
    throw error;
  });
  process.exitCode = await runProgram(args, services);
}

const services: Services = {
  version: JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version,
  loadConfig: async (environment) => (await import("../config/config.ts")).loadConfig(environment),
  openAccounts,
  openReviews,
  demoToken,
  demoInvitation,
  importRecords,
  remove,
  publish: async (config, request) => {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    return (await import("../cli/publish-in-thread.ts")).publishInThread(config, request);
  },
  rollback: async (config) => (await import("../publish/publish.ts")).rollback(config.dataDir),
  scan: async (config, request) => {
    const { scanSource } = await import("../cli/scanning.ts");
    return scanSource(request, (work) => {
      requireCatalog(config);
      return withCatalog(config, work);
    });
  },
  scanProjects: async (config, request) => {
    requireCatalog(config);
    const { scanCatalog } = await import("../cli/scanning.ts");
    return withCatalog(config, (catalog) => scanCatalog(catalog, request));
  },
  execute,
  holdings,
  checkAddress,
  serve,
};

// ---------------------------------------------------------------- catalog

async function openCatalog(config: Config): Promise<Catalog> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const { openCatalog } = await import("../catalog/catalog.ts");
  return openCatalog(join(config.dataDir, "catalog.db"));
}

async function withCatalog<T>(config: Config, work: (catalog: Catalog) => Promise<T>): Promise<T> {
  const catalog = await openCatalog(config);
  try {
    return await work(catalog);
  } finally {
    await catalog.close();
  }
}

async function importRecords(config: Config, request: ImportRequest) {
  const importers = {
    projects: async () => (await import("../ingest/projects.ts")).importProjects,
    archive: async () => (await import("../ingest/archive.ts")).importArchive,
    members: async () => (await import("../ingest/members.ts")).importMembers,
    sources: async () => (await import("../ingest/declarations.ts")).importSources,
    hackathons: async () => (await import("../ingest/declarations.ts")).importHackathons,
    resources: async () => (await import("../ingest/resources.ts")).importResources,
    faqs: async () => (await import("../ingest/faqs.ts")).importFaqs,
  };
  const importThem = await importers[request.kind]();
  const options = { ...request.options, dataDir: config.dataDir };
  return withCatalog(config, (catalog) => importThem(catalog, request.inputs, options));
}

/** For commands that only look: what is not there is said, not made. */
function requireCatalog({ dataDir }: Config): void {
  if (existsSync(join(dataDir, "catalog.db"))) return;
  throw new CommandError(
    `${dataDir} holds nothing yet: import records and publish them, or try priorart demo`,
  );
}

async function remove(config: Config, what: { kind: RemovedKind; keys: readonly string[] }) {
  requireCatalog(config);
  return withCatalog(config, async (catalog) => {
    const removers: Record<RemovedKind, (key: string) => Promise<boolean>> = {
      project: (slug) => catalog.withdrawProject(slug),
      document: (documentId) => catalog.withdrawDocument(documentId.toLowerCase()),
      member: (email) => catalog.removeMember(email.trim().toLowerCase()),
      resources: (hackathon) => catalog.write((writer) => writer.deleteResources(hackathon)),
      faq: (key) => catalog.write((writer) => writer.deleteFaq(key)),
    };
    const removed: string[] = [];
    for (const key of what.keys) if (await removers[what.kind](key)) removed.push(key);
    return removed;
  });
}

async function holdings(config: Config): Promise<Holdings | null> {
  const { dataDir } = config;
  if (!existsSync(join(dataDir, "catalog.db"))) return null;
  const { readHoldings } = await import("../cli/holdings.ts");
  return withCatalog(config, (catalog) => readHoldings(dataDir, catalog));
}

// ---------------------------------------------------------------- accounts

const accountsPath = (config: Config): string => join(config.dataDir, "accounts.db");

async function openAccounts(config: Config): Promise<Accounts> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const { openAccounts } = await import("../accounts/accounts.ts");
  return openAccounts({ path: accountsPath(config), service: config.service });
}

async function demoToken(config: Config): Promise<string | null> {
  const { readOrIssueDemoToken } = await import("../accounts/demo-token.ts");
  const accounts = await openAccounts(config);
  try {
    return await readOrIssueDemoToken(accounts, config.dataDir);
  } finally {
    await accounts.close();
  }
}

async function demoInvitation(config: Config): Promise<string | null> {
  const { inviteDemoMember } = await import("../accounts/demo-token.ts");
  const accounts = await openAccounts(config);
  try {
    return (await inviteDemoMember(accounts))?.secret ?? null;
  } finally {
    await accounts.close();
  }
}

async function openReviews(config: Config): Promise<OpenReviews> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const { openReviews } = await import("../inbox/open.ts");
  return openReviews(accountsPath(config), { withCatalog: (work) => withCatalog(config, work) });
}

async function escalationWebhook({ dataDir, escalation }: Config): Promise<Webhook | null> {
  const { webhook: url, secret } = escalation;
  if (url === null) return null;
  const { readOrMakeSecret } = await import("../accounts/sign-in/secret.ts");
  return { url, secret: secret ?? (await readOrMakeSecret(dataDir, "escalation-secret")) };
}

// ---------------------------------------------------------------- serving

async function openServing(
  config: Config,
  options: Pick<ServingOptions, "catalog" | "workers" | "onProblem" | "onSnapshot">,
): Promise<Serving> {
  const { openServing } = await import("../serving/serving.ts");
  const { dataDir, embedder } = config;
  const remote = embedder.kind === "http" ? { url: embedder.url, key: embedder.key ?? undefined } : undefined;
  return openServing({ dataDir, remote, ...options });
}

/** One operation in this thread, for the command line. */
async function execute<Id extends AskedOperation>(
  config: Config,
  operation: Id,
  request: unknown,
): Promise<OperationOutput<Id>> {
  requireCatalog(config);
  return withCatalog(config, async (catalog) => {
    const { operations } = await import("../contract/api/operations.ts");
    const { parseRequest } = await import("../contract/api/validation.ts");
    const { body, params }: Operation["request"] = operations[operation].request;
    const schema = body ?? params;
    const input = schema ? parseRequest(schema, request) : {};
    let problem: Error | null = null;
    const onProblem = (error: Error) => {
      problem = error;
    };
    const serving = await openServing(config, { catalog, workers: 0, onProblem });
    try {
      if (problem !== null) throw problem;
      const response = await serving.execute(operation, input);
      return (typeof response === "string" ? JSON.parse(response) : response) as OperationOutput<Id>;
    } finally {
      await serving.close();
    }
  });
}

async function serve(config: Config): Promise<RunningServer> {
  const opened: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const closeOne of opened.splice(0).reverse()) await closeOne();
  };
  try {
    return await assemble(config, opened, close);
  } catch (error) {
    await close();
    throw addressError(config, error);
  }
}

/** Opens what a server needs, in an order in which each can be closed before those it leans on. */
async function assemble(
  config: Config,
  opened: (() => Promise<void>)[],
  close: () => Promise<void>,
): Promise<RunningServer> {
  const { getMe } = await import("../members/get-me.ts");
  const { openGuides } = await import("../guides/guides.ts");
  const { createLogger } = await import("../telemetry/logger.ts");
  const { createMetrics } = await import("../telemetry/metrics.ts");
  const { openServerAccounts } = await import("../accounts/accounts.ts");
  const { readOrMakeSecret } = await import("../accounts/sign-in/secret.ts");
  const { openServerInbox } = await import("../inbox/open.ts");
  const { createApp } = await import("../server/app.ts");
  const { openStaticPages } = await import("../server/console/static-pages.ts");
  const { readCorpusStatus } = await import("../serving/corpus-status.ts");
  const { createServerMetrics } = await import("../server/metrics.ts");
  const { listen } = await import("../server/listen.ts");
  const logger = createLogger(config.logLevel);
  const metrics = createMetrics();

  const catalog = await openCatalog(config);
  opened.push(() => catalog.close());
  const { service, limits: settings } = config;
  // Known once it listens: the port may be any free one.
  let address = "";
  const origin = () => config.publicUrl ?? reachableUrl(address);
  const { accounts, db, limits, signIn, ...rest } = await openServerAccounts({
    path: accountsPath(config),
    service,
    limits: settings,
    signIn: {
      secret: config.secret ?? (await readOrMakeSecret(config.dataDir)),
      origin,
      oidc: config.oidc,
      signUpDomains: config.signUpDomains,
      onProblem: (error) =>
        logger.warn({ problem: error.message }, "sign-in through the identity provider failed"),
    },
  });
  opened.push(rest.close);
  const inbox = openServerInbox(db, {
    withCatalog: (work) => work(catalog),
    webhook: await escalationWebhook(config),
    log: logger,
  });
  opened.push(() => inbox.close());
  const guides = openGuides({
    catalog,
    dataDir: config.dataDir,
    onProblem: (hackathon, message) =>
      logger.warn({ hackathon, problem: message }, "a resources feed failed"),
  });
  opened.push(() => guides.close());
  let problem: string | null = null;
  const serving = await openServing(config, {
    catalog,
    workers: config.workers,
    onProblem: (error) => {
      problem = error.message;
      logger.error({ err: error }, "a snapshot or the catalog could not be read; serving what there was");
    },
    onSnapshot: (snapshot) => metrics.snapshotServed(snapshot),
  });
  opened.push(() => serving.close());
  const records: ConsoleRecords = {
    getMe: (email) => getMe(catalog, { email, now: new Date() }),
    listResourceHackathons: () => guides.listHackathons(),
    getResources: (query) => guides.getResources(query),
    getFaqs: (query) => guides.getFaqs(query),
    getCorpus: () => readCorpusStatus({ dataDir: config.dataDir, catalog, served: serving.snapshot() }),
  };
  /** Operations that need no snapshot. */
  const direct: DirectAnswers = {
    getStatus: async (_, caller) => tokenStatus(caller),
    suggestSource: (input, { accountId }) => inbox.suggestSource(accountId, input as SourceSuggestionRequest),
    sendFeedback: (input, { accountId }) => inbox.sendFeedback(accountId, input as FeedbackRequest),
    getMe: async (_, { email }) => records.getMe(email),
    getResources: async (input) => records.getResources(input as ResourcesQuery),
    getFaqs: async (input) => records.getFaqs(input as FaqsQuery),
    getFaq: async (input) => guides.getFaq(input as FaqParams),
  };
  const isDirect = (operation: OperationId): operation is DatabaseOperationId => operation in direct;
  const pages = openStaticPages(fileURLToPath(new URL("../web", import.meta.url)));
  const app = createApp({
    execute: async (operation, input, caller) =>
      isDirect(operation) ? direct[operation](input, caller) : serving.execute(operation, input),
    ready: () => serving.ready(),
    accounts,
    limits,
    metrics: createServerMetrics(metrics.registry),
    logger,
    service,
    pathSegment: config.pathSegment,
    trustedProxies: config.trustedProxies,
    concurrencyLimit: settings.concurrency,
    metricsToken: config.metricsToken,
    console: { signIn, records, accounts, reviews: inbox, publicOrigin: config.publicUrl, origin, pages },
  });
  const listening = await listen(app, { host: config.host, port: config.port });
  address = listening.address;
  opened.push(() => listening.close());
  return { url: listening.address, ready: serving.ready(), problem, console: pages !== null, close };
}

type DirectAnswers = Record<DatabaseOperationId, (input: unknown, caller: Caller) => Promise<object>>;

/** GET /status needs no snapshot: the caller is the answer. */
function tokenStatus({ expiresAt, scopes }: Caller): StatusResponse {
  return { authenticated: true, expiresAt, scope: scopes.join(" ") };
}
