/** Reads sources into the catalog, here or in a child process. */
import { join } from "node:path";
import type { Catalog } from "../catalog/catalog.ts";
import { UsageError } from "../cli/exit.ts";
import type { SyncRequest } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { ParseThread } from "../connectors/formats/parse-thread.ts";
import { isConnected, readSchedule, syncSources } from "../sync/sync-sources.ts";
import type { ConnectedSource, SyncReport } from "../sync/types.ts";
import { withExistingCatalog } from "./catalog.ts";
import { connectorContext, openSource } from "./connectors.ts";
import { lockSync } from "./lock-sync.ts";
import { useTemporaryFolder } from "./temporary-folder.ts";

/**
 * Throws CommandError while another process reads sources of the directory, and UsageError for a source that is unknown
 * or has no connector, unless `onUnreadable` is given.
 */
export function syncRecords(config: Config, request: SyncRequest): Promise<SyncReport[]> {
  return withExistingCatalog(config, async (catalog) => {
    const lock = await lockSync(config);
    const leaveFolder = useTemporaryFolder(join(config.dataDir, "reading"));
    const thread = new ParseThread();
    try {
      // Chosen under the lock: what another process has just read is not due.
      const sources = await chosen(catalog, request);
      return await syncSources(sources, {
        catalog,
        open: openSource,
        parse: (content) => thread.parse(content),
        context: connectorContext(config),
        signal: AbortSignal.any([request.signal, lock.lost]),
        onProgress: request.onProgress,
        onReport: request.onReport,
        allowWithdrawals: request.allowWithdrawals,
        force: request.force,
      });
    } finally {
      await thread.stop();
      leaveFolder();
      await lock.release();
    }
  });
}

const refuse = (_key: string, problem: string) => {
  throw new UsageError(problem);
};

async function chosen(
  catalog: Catalog,
  { keys, due, onUnreadable = refuse }: SyncRequest,
): Promise<ConnectedSource[]> {
  const all = await catalog.sources();
  for (const key of keys) {
    const source = all.find((one) => one.key === key);
    if (source === undefined) onUnreadable(key, `there is no source ${key}; priorart sources lists them`);
    else if (!isConnected(source))
      onUnreadable(
        key,
        `the source ${key} has no connector; declare where it is read from with priorart import sources`,
      );
  }
  const wanted = all.filter(isConnected).filter(({ key }) => keys.length === 0 || keys.includes(key));
  if (!due) return wanted;
  const now = Date.now();
  const late = (await readSchedule(catalog, now)).filter(({ dueAt }) => dueAt !== null && dueAt <= now);
  return late.map(({ source }) => source).filter(({ key }) => wanted.some((one) => one.key === key));
}
