/** Deletes from a store what no snapshot needs any more. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PublishedSnapshots } from "../catalog/published-snapshots.ts";
import type { Manifest } from "../corpus/manifest.ts";
import type { SnapshotStore, StoredFile, StoredName } from "./store.ts";

export interface Grace {
  now: number;
  /** Servers may still be copying a snapshot that was current so long ago, in milliseconds. */
  fileMs: number;
  /** An upload that began so long ago has ended, and a report of damage is no longer true, in milliseconds. */
  uploadMs: number;
}

/**
 * Keeps everything that a manifest in the store, or an upload that may be running, names. Whatever cannot be read ends
 * it before anything is deleted. Requires the lock of publishing. Throws StoreError.
 */
export async function pruneStore(
  store: SnapshotStore,
  { published, transfers }: { published: PublishedSnapshots; transfers: string },
  { now, fileMs, uploadMs }: Grace,
): Promise<void> {
  const olderThan = (ms: number) => (file: StoredFile) => file.modifiedAt.getTime() < now - ms;
  const kept = new Set(published.kept.map(({ manifest }): StoredName => `manifests/${manifest}`));
  const manifests = await store.list("manifests");
  const oldManifests = manifests.filter((file) => !kept.has(file.name) && olderThan(fileMs)(file));
  const uploads = await store.list("uploads");
  const oldUploads = uploads.filter(olderThan(uploadMs));
  const oldReports = (await store.list("damaged")).filter(olderThan(uploadMs));
  const read = async ({ name }: StoredFile): Promise<unknown> => {
    const path = join(transfers, name.replace("/", "-"));
    await store.fetch(name, path);
    return JSON.parse(await readFile(path, "utf8"));
  };
  const needed = new Set<StoredName>();
  for (const file of manifests.filter((one) => !oldManifests.includes(one)))
    for (const { sha256 } of Object.values(((await read(file)) as Manifest).files ?? {}))
      needed.add(`files/${sha256}`);
  for (const file of uploads.filter((one) => !oldUploads.includes(one)))
    for (const sha256 of (await read(file)) as string[]) needed.add(`files/${sha256}`);
  const unused = (await store.list("files")).filter(
    (file) => !needed.has(file.name) && olderThan(fileMs)(file),
  );
  await store.remove([...oldManifests, ...oldUploads, ...oldReports, ...unused].map(({ name }) => name));
  await store.removeUnfinished(new Date(now - uploadMs));
}
