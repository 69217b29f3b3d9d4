/**
 * Publishes a snapshot as one server, or copies it as another, and stops for good after a number of transfers, or inside
 * of the next one that is written or sent in pieces; the tests kill it.
 */
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { createFolderStore } from "../../src/snapshots/folder-store.ts";
import type { S3Location } from "../../src/snapshots/s3/s3-location.ts";
import { createS3Store } from "../../src/snapshots/s3/s3-store.ts";
import { openServers } from "../../src/snapshots/server.case.ts";
import type { SnapshotStore } from "../../src/snapshots/store.ts";

export interface ChildWork {
  folder: string;
  what: "publish" | "install";
  /** Transfers before it stops. */
  transfers: number;
  /** It stops inside of the transfer after these. */
  inside?: boolean;
  /** Instead of a folder. */
  bucket?: S3Location;
  textBytes?: number;
}

const {
  folder,
  what,
  transfers,
  inside = false,
  bucket,
  textBytes,
}: ChildWork = JSON.parse(process.argv[2]!);
let left = transfers;

async function stop(): Promise<never> {
  process.stdout.write("stopped\n");
  return new Promise(() => setInterval(() => {}, 1_000));
}

async function transferred(): Promise<void> {
  if (--left === 0 && !inside) await stop();
}

/** Half of the piece is on disk, or one part of the file is sent. */
async function stopInside(): Promise<void> {
  const file = await open(import.meta.filename);
  const handle: Pick<FileHandle, "writeFile" | "read"> = Object.getPrototypeOf(file);
  await file.close();
  const { writeFile, read } = handle;
  handle.writeFile = async function (this: FileHandle, piece) {
    if (left > 0) return writeFile.call(this, piece);
    await writeFile.call(this, (piece as Uint8Array).subarray(0, piece.length / 2));
    return stop();
  } as FileHandle["writeFile"];
  handle.read = async function (this: FileHandle, ...given: unknown[]) {
    if (left <= 0 && (given[3] as number) > 0) await stop();
    return read.apply(this, given as never);
  } as FileHandle["read"];
}

const store = bucket ? createS3Store(bucket) : createFolderStore(join(folder, "store"));
const counted: SnapshotStore = {
  ...store,
  put: (...given) => store.put(...given).then(transferred),
  fetch: (...given) => store.fetch(...given).then(transferred),
  remove: (...given) => store.remove(...given).then(transferred),
};
if (inside) await stopInside();
const servers = await openServers(folder);
const [first, second] = [servers.add(counted, { textBytes }), servers.add(counted)];
if (what === "publish") {
  await first.shared.install();
  await first.publish("000002");
} else await second.shared.install();
await servers.close();
await store.close();
process.stdout.write("done\n");
