/**
 * The composition root: the one file that knows every room. Each room is loaded when a command first needs it, so
 * that `--help` and small commands answer at once.
 */
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Accounts, Caller } from "./accounts/types.ts";
import type { Catalog } from "./catalog/catalog.ts";
import { addressError, checkAddress, reachableUrl } from "./cli/address.ts";
import { CommandError } from "./cli/exit.ts";
import { runProgram } from "./cli/program.ts";
import type { AskedOperation, Holdings, ImportRequest, RunningServer, Services } from "./cli/services.ts";
import type { Config } from "./config/config.ts";
import type { DatabaseOperationId, Operation, OperationId, OperationOutput } from "./contract/operations.ts";
import type { StatusResponse } from "./contract/status.ts";
import type { ConsolePages } from "./server/console/ports.ts";
import type { Serving, ServingOptions } from "./serving/serving.ts";

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
  version: JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version,
  loadConfig: async (environment) => (await import("./config/config.ts")).loadConfig(environment),
  openAccounts,
  demoToken,
  demoInvitation,
  importRecords,
  remove,
  publish: async (config, request) => {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    return (await import("./cli/publish-in-thread.ts")).publishInThread(config, request);
  },
  rollback: async (config) => (await import("./publish/publish.ts")).rollback(config.dataDir),
  scan: async (config, request) => {
    const { scanSource } = await import("./cli/scanning.ts");
    return scanSource(request, (work) => {
      requireCatalog(config);
      return withCatalog(config, work);
    });
  },
  scanProjects: async (config, request) => {
    requireCatalog(config);
    const { scanCatalog } = await import("./cli/scanning.ts");
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
  const { openCatalog } = await import("./catalog/catalog.ts");
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
    projects: async () => (await import("./ingest/projects.ts")).importProjects,
    archive: async () => (await import("./ingest/archive.ts")).importArchive,
    sources: async () => (await import("./ingest/declarations.ts")).importSources,
    hackathons: async () => (await import("./ingest/declarations.ts")).importHackathons,
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

async function remove(config: Config, what: { kind: "project" | "document"; keys: readonly string[] }) {
  requireCatalog(config);
  return withCatalog(config, async (catalog) => {
    const removed: string[] = [];
    for (const key of what.keys) {
      const found =
        what.kind === "project" ? catalog.withdrawProject(key) : catalog.withdrawDocument(key.toLowerCase());
      if (await found) removed.push(key);
    }
    return removed;
  });
}

async function holdings(config: Config): Promise<Holdings | null> {
  const { dataDir } = config;
  if (!existsSync(join(dataDir, "catalog.db"))) return null;
  const { readHoldings } = await import("./cli/holdings.ts");
  return withCatalog(config, (catalog) => readHoldings(dataDir, catalog));
}

// ---------------------------------------------------------------- accounts

const accountsPath = (config: Config): string => join(config.dataDir, "accounts.db");

async function openAccounts(config: Config): Promise<Accounts> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const { openAccounts } = await import("./accounts/open.ts");
  return openAccounts({ path: accountsPath(config), service: config.service });
}

async function demoToken(config: Config): Promise<string> {
  const { readOrIssueDemoToken } = await import("./accounts/demo-token.ts");
  const accounts = await openAccounts(config);
  try {
    return await readOrIssueDemoToken(accounts, config.dataDir);
  } finally {
    await accounts.close();
  }
}

async function demoInvitation(config: Config): Promise<string | null> {
  const { inviteDemoMember } = await import("./accounts/demo-token.ts");
  const accounts = await openAccounts(config);
  try {
    return (await inviteDemoMember(accounts))?.secret ?? null;
  } finally {
    await accounts.close();
  }
}

// ---------------------------------------------------------------- serving

async function openServing(
  config: Config,
  options: Pick<ServingOptions, "catalog" | "workers" | "onProblem" | "onSnapshot">,
): Promise<Serving> {
  const { openServing } = await import("./serving/serving.ts");
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
    const { operations } = await import("./contract/operations.ts");
    const { parseRequest } = await import("./contract/validation.ts");
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
  const { createLogger } = await import("./telemetry/logger.ts");
  const { createMetrics } = await import("./telemetry/metrics.ts");
  const { openServerAccounts } = await import("./accounts/open.ts");
  const { readOrMakeSecret } = await import("./accounts/sign-in/secret.ts");
  const { createApp } = await import("./server/app.ts");
  const { createServerMetrics } = await import("./server/metrics.ts");
  const { listen } = await import("./server/listen.ts");
  const logger = createLogger(config.logLevel);
  const metrics = createMetrics();

  const catalog = await openCatalog(config);
  opened.push(() => catalog.close());
  const { service, limits: settings } = config;
  // Known once it listens: the port may be any free one.
  let address = "";
  const origin = () => config.publicUrl ?? reachableUrl(address);
  const { accounts, limits, signIn, ...rest } = await openServerAccounts({
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
  /** Operations that need no snapshot. */
  const direct: DirectAnswers = {
    getStatus: async (_, caller) => tokenStatus(caller),
  };
  const isDirect = (operation: OperationId): operation is DatabaseOperationId => operation in direct;
  // The console's pages are built apart from the program, and are handed over here.
  const pages: ConsolePages | null = null;
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
    console: { signIn, accounts, publicOrigin: config.publicUrl, origin, pages },
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
