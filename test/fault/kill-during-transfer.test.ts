/** Processes that are killed while they upload or copy a snapshot, after each transfer and inside of it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { canStartS3, startS3, type TestS3, testKeys } from "../../scripts/test-s3.ts";
import type { Manifest } from "../../src/corpus/manifest.ts";
import { segmentFileNames } from "../../src/corpus/manifest.ts";
import { createFolderStore } from "../../src/snapshots/folder-store.ts";
import type { S3Location } from "../../src/snapshots/s3/s3-location.ts";
import { createS3Store } from "../../src/snapshots/s3/s3-store.ts";
import { partBytes } from "../../src/snapshots/s3/s3-upload.ts";
import {
  manifestOf,
  openServers,
  type TestServers,
  type TestSharing,
} from "../../src/snapshots/server.case.ts";
import type { SnapshotStore } from "../../src/snapshots/store.ts";
import type { ChildWork } from "./transfer-child.ts";

const child = fileURLToPath(new URL("./transfer-child.ts", import.meta.url));
const hasS3 = await canStartS3();
let folder: string;
let store: SnapshotStore;
let servers: TestServers;
let [first, second]: TestSharing[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-transfer-"));
  mkdirSync(join(folder, "store"));
});
afterEach(async () => {
  await servers.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

async function begin(given: SnapshotStore, textBytes?: number): Promise<void> {
  store = given;
  servers = await openServers(folder);
  [first, second] = [servers.add(store, { textBytes }), servers.add(store)];
  await first.publish("000001");
  await second.shared.install();
}

/** Killed where it stops; false: it ended before. */
async function killAt(work: Omit<ChildWork, "folder">): Promise<boolean> {
  const argument = JSON.stringify({ folder, ...work } satisfies ChildWork);
  const running: ChildProcess = spawn(process.execPath, ["--import", "tsx", child, argument], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(running, "exit");
  const [said] = await Promise.race([
    once(running.stdout!, "data"),
    exited.then(([code]) => Promise.reject(new Error(`ended with ${code}`))),
  ]);
  running.kill("SIGKILL");
  await exited;
  return String(said).startsWith("stopped");
}

function expectWhole(server: TestSharing, id: string): void {
  expect(server.current()).toBe(id);
  for (const name of segmentFileNames(manifestOf(id) as Manifest))
    expect(readFileSync(join(server.directory.segments, name)).length).toBeGreaterThan(0);
}

const storedNames = () =>
  ["files", "manifests", "uploads"].flatMap((kind) => namesIn(join(folder, "store", kind)));
const namesIn = (path: string): string[] => (existsSync(path) ? readdirSync(path) : []);
const unfinished = (names: readonly string[]) => names.filter((name) => name.endsWith(".part"));

describe("over a folder", () => {
  beforeEach(() => begin(createFolderStore(join(folder, "store"))));

  it.each([
    ["after", false],
    ["inside of", true],
  ])(
    "a publish that is killed %s a transfer leaves the snapshot before, or the whole new one, and the next resumes",
    async (_, inside) => {
      let transfers = inside ? 0 : 1;
      for (; await killAt({ what: "publish", transfers, inside }); transfers++) {
        const copies = namesIn(join(first!.directory.root, "transfers"));
        expect(unfinished([...storedNames(), ...copies])).toHaveLength(inside ? 1 : 0);
        const current = (await servers.catalog.publishedSnapshots())!.current;
        await second!.shared.install();
        expectWhole(second!, current);
        await first!.shared.install();
        await first!.publish("000002");
        await second!.shared.install();
        expectWhole(second!, "000002");
        await store.removeUnfinished(new Date(Date.now() + 60_000));
        expect(unfinished(storedNames())).toEqual([]);
        await first!.shared.rollBack();
        await second!.shared.install();
      }
      // What it is about to upload, two files or none, the manifest, and the end of the upload.
      expect(transfers).toBeGreaterThanOrEqual(inside ? 2 : 4);
    },
  );

  it.each([
    ["after", false],
    ["inside of", true],
  ])(
    "a server that is killed %s a transfer has the snapshot before, and copies what is missing when it starts",
    async (_, inside) => {
      await first!.publish("000002");
      const transfersOf = () => namesIn(join(second!.directory.root, "transfers"));
      let transfers = inside ? 0 : 1;
      for (; await killAt({ what: "install", transfers, inside }); transfers++) {
        expectWhole(second!, "000001");
        expect(readdirSync(second!.directory.snapshots)).not.toContain("000002.json");
        expect(unfinished(transfersOf())).toHaveLength(inside ? 1 : 0);
      }
      // The manifest each time, and each of two files once.
      expect(transfers).toBe(3);
      expectWhole(second!, "000002");
      expect(readdirSync(second!.directory.root).sort()).toEqual([
        "segments",
        "snapshots",
        "transfer-lock.db",
      ]);
    },
  );
});

describe.skipIf(!hasS3)("over a bucket", () => {
  let server: TestS3;
  let opened = 0;
  let bucket: S3Location;

  beforeAll(async () => {
    server = await startS3();
  });
  afterAll(() => server?.remove());
  beforeEach(async () => {
    const name = `bucket-${++opened}`;
    await server.send("PUT", name);
    bucket = {
      ...testKeys,
      region: "us-east-1",
      sessionToken: null,
      bucket: name,
      prefix: "",
      endpoint: server.url,
    };
    await begin(createS3Store(bucket), partBytes + 1_000);
  });

  it("a publish that is killed between the parts of a file leaves the previous snapshot, and the next one resumes", async () => {
    const listed = await store.list("files");
    expect(
      await killAt({ what: "publish", transfers: 2, inside: true, bucket, textBytes: partBytes + 1_000 }),
    ).toBe(true);
    const uploads = async () =>
      (await server.send("GET", `${bucket.bucket}?uploads`)).split("<Upload>").length - 1;
    expect(await uploads()).toBe(1);
    expect((await store.list("files")).length).toBeLessThan(listed.length + 2);
    await second!.shared.install();
    expectWhole(second!, "000001");
    await first!.shared.install();
    await first!.publish("000002");
    await second!.shared.install();
    expectWhole(second!, "000002");
    await store.removeUnfinished(new Date(Date.now() + 60_000));
    expect(await uploads()).toBe(0);
  });

  it("a server that is killed inside of a file has the snapshot before, and copies the rest when it starts", async () => {
    await first!.publish("000002");
    expect(await killAt({ what: "install", transfers: 1, inside: true, bucket })).toBe(true);
    expectWhole(second!, "000001");
    await second!.shared.install();
    expectWhole(second!, "000002");
    expect(readdirSync(second!.directory.root).sort()).toEqual(["segments", "snapshots", "transfer-lock.db"]);
  });
});
