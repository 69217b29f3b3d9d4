/** Wires a server together and starts it. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommandError } from "../cli/exit.ts";
import type { RunningServer } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { serviceOrigin } from "../config/origin.ts";
import { isSnapshotOperation } from "../contract/api/operations.ts";
import { openGuides } from "../guides/guides.ts";
import { takeLock } from "../locks/lock.ts";
import { getMe } from "../members/get-me.ts";
import { createHttpClient } from "../net/http-client.ts";
import { createApp } from "../server/app.ts";
import type { ConsoleRecords } from "../server/console/ports.ts";
import { openStaticPages } from "../server/console/static-pages.ts";
import { listen } from "../server/listen.ts";
import { createServerMetrics } from "../server/metrics.ts";
import { answer } from "../serving/answer.ts";
import { readCorpusStatus } from "../serving/corpus-status.ts";
import { followSnapshots } from "../snapshots/follow.ts";
import { createLogger } from "../telemetry/logger.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { openCatalogOf } from "./catalog.ts";
import { type Closing, createClosing } from "./closing.ts";
import { consolePublishing } from "./console-publishing.ts";
import { consoleSources } from "./console-sources.ts";
import { openImports } from "./imports.ts";
import { openInspection } from "./inspection.ts";
import { addressError } from "./listen-address.ts";
import { createServerPublisher } from "./publisher.ts";
import { openSaved } from "./saved.ts";
import { openScheduler, type SourceScheduler } from "./scheduler.ts";
import { openInbox, openServerAccounts } from "./server-accounts.ts";
import { openServing } from "./serving.ts";
import { openSharedSnapshots } from "./shared-snapshots.ts";
import { version } from "./version.ts";

/** Throws CommandError when the address cannot be listened on. */
export async function serve(config: Config): Promise<RunningServer> {
  const opened = createClosing();
  try {
    return await assemble(config, opened);
  } catch (error) {
    await opened.close();
    throw addressError(config, error);
  }
}

async function assemble(config: Config, opened: Closing): Promise<RunningServer> {
  const { dataDir, service, allowPrivateHosts } = config;
  const http = createHttpClient({ allowPrivateHosts });
  const logger = createLogger(config.logLevel);
  const metrics = createMetrics();
  // Known once the server listens: the configured port may be 0.
  let address: string | undefined;
  let scheduler: SourceScheduler | null = null;
  const origin = () => serviceOrigin(config, address);

  const catalog = opened.add(await openCatalogOf(config));
  opened.add(takeServerLock(config));
  const { accounts, db, limits, signIn, oauth } = opened.add(
    await openServerAccounts(config, { origin, http, logger }),
  );
  const inbox = opened.add(await openInbox(config, { db, catalog, http, logger }));
  const guides = opened.add(
    openGuides({
      catalog,
      dataDir,
      http,
      onProblem: (hackathon, message) =>
        logger.warn({ hackathon, problem: message }, "a resources feed failed"),
    }),
  );
  let problem: string | null = null;
  const shared = await openSharedSnapshots(config, { catalog });
  if (shared) opened.add(shared);
  const following =
    shared &&
    opened.add(
      followSnapshots({
        shared,
        onProblem: (error) =>
          logger.error({ problem: error.message }, "the store's snapshot could not be copied; trying again"),
        onRecovery: () => logger.info("the store's snapshot is served again"),
      }),
    );
  const serving = opened.add(
    await openServing(config, {
      catalog,
      workers: config.workers,
      onProblem: (error) => {
        problem = error.message;
        logger.error(
          { err: error },
          "a snapshot or the catalog could not be read; still serving the previous one",
        );
      },
      onSnapshot: (snapshot) => metrics.snapshotServed(snapshot),
      onEmbedderMissing: (problem) => logger.warn(problem),
      onThreadDeath: (error) =>
        logger.error({ problem: error.message }, "a worker thread died; it is being replaced"),
    }),
  );
  const members = { getMe: (email: string) => getMe(catalog, { email, now: new Date() }) };
  const records: ConsoleRecords = {
    ...members,
    listResourceHackathons: () => guides.listHackathons(),
    getResources: (query) => guides.getResources(query),
    getFaqs: (query) => guides.getFaqs(query),
    documentCounts: () => catalog.documentCounts(),
    getCorpus: () => readCorpusStatus({ dataDir, catalog, served: serving.snapshot() }),
  };
  const imports = await openImports(config, { catalog, logger });
  const publisher = createServerPublisher(config, logger);
  const pages = openStaticPages(fileURLToPath(new URL("../web", import.meta.url)));
  const app = createApp({
    execute: async (operation, input, caller) =>
      isSnapshotOperation(operation)
        ? serving.execute(operation, input)
        : answer({ caller, members, guides, inbox }, operation, input),
    ready: () => serving.ready() && following?.settled() !== false,
    snapshotProblem: () => following?.problem() != null,
    accounts,
    limits,
    metrics: createServerMetrics(metrics.registry),
    logger,
    service,
    pathSegment: config.pathSegment,
    trustedProxies: config.trustedProxies,
    concurrencyLimit: config.limits.concurrency,
    metricsToken: config.metricsToken,
    publicOrigin: config.publicUrl,
    corsOrigins: config.corsOrigins,
    version,
    console: {
      signIn,
      records,
      imports,
      sources: consoleSources({ config, catalog, scheduler: () => scheduler }),
      publishing: consolePublishing({ config, publisher, shared, imports, scheduler: () => scheduler }),
      accounts,
      oauth,
      reviews: inbox,
      saved: openSaved(db, { catalog, serving }),
      inspection: openInspection(config),
      // The scheduler starts when the server listens.
      readSource: (key) => scheduler?.request([key]),
      origin,
      listenHost: config.host,
      pageLimits: limits.pages,
      pageConcurrencyLimit: config.limits.pageConcurrency,
      pages,
    },
  });
  // Closed after the server has stopped listening: readings and publishes must not delay the last responses.
  opened.add(publisher);
  opened.add(imports);
  opened.add({ close: async () => scheduler?.close() });
  const listening = opened.add(await listen(app, { host: config.host, port: config.port }));
  address = listening.address;
  scheduler = openScheduler(config, { catalog, logger, publisher });
  return {
    url: listening.address,
    ready: serving.ready(),
    problem,
    console: pages !== null,
    close: () => opened.close(),
  };
}

/** With SQLite, counters, sessions and deliveries assume one server; CLI commands may use the directory at the same time. */
function takeServerLock({ dataDir, database }: Config): { close(): Promise<void> } {
  if (database !== null) return { close: async () => {} };
  const release = takeLock(join(dataDir, "server-lock.db"));
  if (release) return { close: async () => release() };
  throw new CommandError(
    `another server is running on ${dataDir}; stop it, or use another data directory (--data or PRIORART_DATA)`,
  );
}
