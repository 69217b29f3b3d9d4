/** For tests: every kind of store, each on the real thing. */
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startS3, type TestS3, testKeys } from "../../scripts/test-s3.ts";
import { createFolderStore } from "./folder-store.ts";
import type { S3Location } from "./s3/s3-location.ts";
import { createS3Store, type S3StoreOptions } from "./s3/s3-store.ts";
import type { SnapshotStore, StoredName } from "./store.ts";

export interface TestStore {
  store: SnapshotStore;
  /** Replaces the content of a stored file behind the store's back. */
  overwrite(name: StoredName, content: Uint8Array): Promise<void>;
  /** Leaves what an upload that was killed leaves. */
  leaveUnfinished(name: StoredName): Promise<void>;
  /** How many of those there are. */
  unfinished(): Promise<number>;
  /** The same place without the bucket, or without the folder. */
  absent(): SnapshotStore;
}

export interface StoreKind {
  kind: "folder" | "s3";
  start(): Promise<void>;
  open(): Promise<TestStore>;
  stop(): Promise<void>;
}

function folders(): StoreKind {
  let root: string;
  return {
    kind: "folder",
    async start() {
      root = mkdtempSync(join(tmpdir(), "priorart-store-"));
    },
    async open() {
      const folder = join(root, String(Math.random()).slice(2));
      await mkdir(folder);
      return {
        store: createFolderStore(folder),
        overwrite: (name, content) => writeFile(join(folder, name), content),
        leaveUnfinished: async (name) => {
          await mkdir(join(folder, "files"), { recursive: true });
          await writeFile(join(folder, `${name}.1.part`), "begun");
        },
        unfinished: async () =>
          (await readdir(join(folder, "files")).catch(() => [])).filter((name) => name.endsWith(".part"))
            .length,
        absent: () => createFolderStore(join(root, "absent")),
      };
    },
    stop: () => rm(root, { recursive: true, force: true }),
  };
}

export const keys = { ...testKeys, region: "us-east-1", sessionToken: null };

/** Nothing waits long in tests. */
export const impatient: S3StoreOptions = { pauseMs: () => 5 };

function buckets(): StoreKind & { server(): TestS3 } {
  let server: TestS3;
  let opened = 0;
  return {
    kind: "s3",
    server: () => server,
    async start() {
      server = await startS3();
    },
    async open() {
      const bucket = `bucket-${++opened}`;
      await server.send("PUT", bucket);
      const location: S3Location = { ...keys, bucket, prefix: "group/a", endpoint: server.url };
      const store = createS3Store(location, impatient);
      return {
        store,
        overwrite: async (name, content) => {
          await server.send("PUT", `${bucket}/group/a/${name}`, content);
        },
        leaveUnfinished: async (name) => {
          await server.send("POST", `${bucket}/group/a/${name}?uploads`);
        },
        unfinished: async () => (await server.send("GET", `${bucket}?uploads`)).split("<Upload>").length - 1,
        absent: () => createS3Store({ ...location, bucket: "no-such-bucket" }, impatient),
      };
    },
    stop: () => server.remove(),
  };
}

export const bucketStores = buckets();
export const storeKinds: readonly StoreKind[] = [folders(), bucketStores];

/** Removes a folder of a test. */
export const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true });
