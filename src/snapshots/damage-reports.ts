/**
 * What servers found damaged in a store. Publish uploads such a file again, although one of its name and size is there;
 * servers delete none, because what they found may have been replaced meanwhile.
 */
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SnapshotStore, StoredName } from "./store.ts";

const textOf = (sha256: string): string => `${sha256}\n`;

/** The report that a file is damaged. Like everything in a store it is named by its content: the file's digest. */
export const damageReport = (sha256: string): StoredName =>
  `damaged/${createHash("sha256").update(textOf(sha256)).digest("hex")}`;

/** `transfers`: a folder for temporary files. Throws StoreError. */
export async function reportDamage(store: SnapshotStore, sha256: string, transfers: string): Promise<void> {
  const path = join(transfers, `damaged-${sha256}`);
  await writeFile(path, textOf(sha256), { mode: 0o600 });
  await store.put(damageReport(sha256), path);
}

export async function damageReports(store: SnapshotStore): Promise<Set<StoredName>> {
  return new Set((await store.list("damaged")).map(({ name }) => name));
}
