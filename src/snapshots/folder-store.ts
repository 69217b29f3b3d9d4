/** A store in a folder that all servers have, such as a network file system. */
import { constants, createReadStream } from "node:fs";
import { access, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { writeVerified } from "./local-file.ts";
import {
  digestOf,
  isStoredName,
  type SnapshotStore,
  type StoredFile,
  type StoredKind,
  StoreError,
} from "./store.ts";

const kinds: readonly StoredKind[] = ["files", "manifests", "uploads", "damaged", "owners"];

export function createFolderStore(folder: string): SnapshotStore {
  const pathOf = (name: string) => join(folder, ...name.split("/"));

  /** A folder that is missing may be a mount that failed: it is never made. */
  const step = async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof StoreError) throw error;
      const { code, message } = error as NodeJS.ErrnoException;
      const exists = await access(folder, constants.F_OK).then(
        () => true,
        () => false,
      );
      if (!exists)
        throw new StoreError(
          "unreachable",
          `the folder ${folder} of PRIORART_SNAPSHOTS does not exist: mount it, or create it`,
          error,
        );
      if (code === "EACCES" || code === "EPERM" || code === "EROFS")
        throw new StoreError(
          "refused",
          `the folder ${folder} of PRIORART_SNAPSHOTS may not be used (${code}): let this user read and write it`,
          error,
        );
      throw new StoreError("unreachable", `the folder ${folder} cannot be used: ${message}`, error);
    }
  };

  const filesOf = async (kind: StoredKind): Promise<string[]> => {
    await access(folder);
    return readdir(join(folder, kind)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    });
  };

  return {
    place: folder,
    put: (name, path, { signal } = {}) =>
      step(async () => {
        await access(folder);
        await mkdir(join(folder, name.split("/")[0]!), { mode: 0o700 }).catch((error) => {
          if (error.code !== "EEXIST") throw error;
        });
        await writeVerified(pathOf(name), digestOf(name), {
          piecesFrom: (start) => createReadStream(path, { start, highWaterMark: 1 << 20, signal }),
          what: path,
        });
      }, signal),
    fetch: (name, path, { signal } = {}) =>
      step(async () => {
        const from = pathOf(name);
        await access(folder);
        await access(from).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== "ENOENT") throw error;
          throw new StoreError("missing", `${from} does not exist; publish again to replace it`);
        });
        await writeVerified(path, digestOf(name), {
          piecesFrom: (start) => createReadStream(from, { start, highWaterMark: 1 << 20, signal }),
          what: from,
        });
      }, signal),
    has: (name) =>
      step(async () => {
        await access(folder);
        return access(pathOf(name)).then(
          () => true,
          (error: NodeJS.ErrnoException) => {
            if (error.code === "ENOENT") return false;
            throw error;
          },
        );
      }),
    list: (kind) =>
      step(async () => {
        const found: StoredFile[] = [];
        for (const file of await filesOf(kind)) {
          const name = `${kind}/${file}`;
          if (!isStoredName(name)) continue;
          const facts = await stat(pathOf(name)).catch(() => null);
          // Removed meanwhile.
          if (facts !== null) found.push({ name, bytes: facts.size, modifiedAt: facts.mtime });
        }
        return found;
      }),
    remove: (names) =>
      step(async () => {
        for (const name of names) await rm(pathOf(name), { force: true });
      }),
    removeUnfinished: (before) =>
      step(async () => {
        for (const kind of kinds)
          for (const file of await filesOf(kind)) {
            if (!file.endsWith(".part")) continue;
            const path = join(folder, kind, file);
            const facts = await stat(path).catch(() => null);
            if (facts !== null && facts.mtime < before) await rm(path, { force: true });
          }
      }),
    close: async () => {},
  };
}
