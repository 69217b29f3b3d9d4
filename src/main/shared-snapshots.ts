/** The snapshots that servers with data directories of their own share, where a store is configured. */
import type { Catalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import type { SharedSnapshots } from "../snapshots/shared-snapshots.ts";

type Settings = Pick<Config, "dataDir" | "snapshots" | "allowPrivateHosts">;

/** Null without a store. `onProblem` receives what failed after the work was done. */
export async function openSharedSnapshots(
  { dataDir, snapshots, allowPrivateHosts }: Settings,
  { catalog, onProblem }: { catalog: Catalog; onProblem?(error: Error): void },
): Promise<SharedSnapshots | null> {
  if (!snapshots) return null;
  // Loaded lazily: most installations have no store.
  const { createSharedSnapshots } = await import("../snapshots/shared-snapshots.ts");
  const store =
    snapshots.kind === "folder"
      ? (await import("../snapshots/folder-store.ts")).createFolderStore(snapshots.folder)
      : (await import("../snapshots/s3/s3-store.ts")).createS3Store(snapshots, { allowPrivateHosts });
  return createSharedSnapshots({ dataDir, store, catalog, onProblem });
}

/** Copies the current snapshot of the store into the data directory; what is there already stays when that fails. */
export async function installShared(
  config: Settings,
  { catalog, onProblem }: { catalog: Catalog; onProblem(error: unknown): void },
): Promise<void> {
  const shared = await openSharedSnapshots(config, { catalog });
  try {
    await shared?.install();
  } catch (error) {
    onProblem(error);
  } finally {
    await shared?.close();
  }
}

/** Rolls back to the snapshot before the current one, everywhere. */
export async function rollBackShared(config: Settings, catalog: Catalog): Promise<string> {
  const shared = await openSharedSnapshots(config, { catalog });
  try {
    return await shared!.rollBack();
  } finally {
    await shared?.close();
  }
}
