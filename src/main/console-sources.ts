/** Sources, as administrators see and change them in the console. */
import type { Catalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import type { ConsoleOutput } from "../contract/api/console/operations.ts";
import { ApiError } from "../contract/api/errors.ts";
import { addressOf, readsOwnMachine } from "../contract/records/connector-record.ts";
import type { SourceRecord } from "../contract/records/source-record.ts";
import type { ConsoleSources } from "../server/console/ports.ts";
import type { SourceStatus } from "../sync/types.ts";
import type { SourceScheduler } from "./scheduler.ts";
import { sourceStatuses } from "./sources.ts";

type Entry = ConsoleOutput<"getSource">["source"];

/** Readings shown of one source. */
const HISTORY = 50;

export interface ConsoleSourcesOptions {
  config: Config;
  catalog: Catalog;
  /** Null until the server listens. */
  scheduler(): SourceScheduler | null;
}

export function consoleSources({ config, catalog, scheduler }: ConsoleSourcesOptions): ConsoleSources {
  const find = async (key: string, runs: number) => {
    const status = (await sourceStatuses(catalog, runs)).find(({ source }) => source.key === key);
    if (status === undefined)
      throw new ApiError("NOT_FOUND", `There is no source ${key}; the list may have changed, reload it`);
    return status;
  };
  const entryAt = async (key: string) => entryOf(await find(key, 1), scheduler());
  const declare = async (record: SourceRecord) => {
    await refuseTaken(record, catalog);
    await catalog.write((writer) => writer.declareSource(record));
    return entryAt(record.key);
  };
  return {
    async list() {
      const statuses = await sourceStatuses(catalog, 1);
      return {
        sources: statuses.map((status) => entryOf(status, scheduler())),
        isReading: scheduler()?.activity().syncing ?? false,
        unpublishedSince: (await catalog.sync.publishDue())?.since ?? null,
        publishes: config.publishWindow !== null,
      };
    },
    async get(key) {
      const status = await find(key, HISTORY);
      return { source: entryOf(status, scheduler()), runs: status.runs.map(shownRun) };
    },
    async add(source) {
      if ((await catalog.sources()).some(({ key }) => key === source.key))
        throw new ApiError(
          "INVALID_QUERY",
          `key: there is a source ${source.key} already; choose another key`,
        );
      return declare(source);
    },
    async change(source) {
      const { source: known } = await find(source.key, 1);
      if (!readsOwnMachine(known.connector)) return declare(source);
      if (source.connector !== undefined) throw localConnector();
      return declare({ ...source, connector: known.connector });
    },
    async read(key, options) {
      const { source } = await find(key, 1);
      if (source.connector === undefined)
        throw new ApiError("INVALID_QUERY", `key: ${key} has no connector; say first where it is read from`);
      scheduler()?.request([key], options);
    },
  };
}

/** Two sources of one address would store each document twice. */
async function refuseTaken({ key, connector }: SourceRecord, catalog: Catalog): Promise<void> {
  if (connector === null || connector === undefined) return;
  const address = addressOf(connector);
  const sources = await catalog.sources();
  const known = sources.find((source) => source.key === key)?.connector;
  // What is declared already can be saved again.
  if (known !== undefined && addressOf(known) === address) return;
  const other = sources.find((one) => one.connector !== undefined && addressOf(one.connector) === address);
  if (other !== undefined && other.key !== key)
    throw new ApiError(
      "INVALID_QUERY",
      `connector: the source ${other.key} reads the same address; change that one, or rename it with priorart rename source ${other.key} ${key}`,
    );
}

/** Its source is known. */
const shownRun = ({ source: _, ...run }: SourceStatus["runs"][number]) => run;

const localConnector = () =>
  new ApiError(
    "INVALID_QUERY",
    "connector: reads files of the server's machine: declare it there, with priorart import sources",
  );

function entryOf(
  { source, documents, languages, runs, dueAt }: SourceStatus,
  scheduler: SourceScheduler | null,
): Entry {
  const { key, label, kind, access, licenceNote, machineSummaries, url, connector, refresh } = source;
  const reading = scheduler?.progress.get(key);
  return {
    key,
    label,
    kind,
    access,
    licenceNote,
    machineSummaries: machineSummaries ?? false,
    url: url ?? null,
    connector: connector ?? null,
    isLocal: readsOwnMachine(connector),
    refresh: refresh ?? null,
    documents,
    languages,
    last: runs[0] ? shownRun(runs[0]) : null,
    dueAt,
    progress: reading ? { listed: reading.listed, done: reading.done, changed: reading.changed } : null,
    isRequested: scheduler?.activity().requested.includes(key) ?? false,
  };
}
