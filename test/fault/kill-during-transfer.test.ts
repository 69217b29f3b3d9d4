/** Processes that are killed while they upload or copy a snapshot, after each transfer. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Manifest } from "../../src/corpus/manifest.ts";
import { segmentFileNames } from "../../src/corpus/manifest.ts";
import { createFolderStore } from "../../src/snapshots/folder-store.ts";
import {
  manifestOf,
  openServers,
  type TestServers,
  type TestSharing,
} from "../../src/snapshots/server.case.ts";

const child = fileURLToPath(new URL("./transfer-child.ts", import.meta.url));
let folder: string;
let servers: TestServers;
let [first, second]: TestSharing[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "priorart-transfer-"));
  mkdirSync(join(folder, "store"));
  servers = await openServers(folder);
  const store = createFolderStore(join(folder, "store"));
  [first, second] = [servers.add(store), servers.add(store)];
  await first.publish("000001");
  await second.shared.install();
});
afterEach(async () => {
  await servers.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Killed after so many transfers; false: there were fewer. */
async function killAfter(transfers: number, what: "publish" | "install"): Promise<boolean> {
  const running: ChildProcess = spawn(
    process.execPath,
    ["--import", "tsx", child, folder, what, String(transfers)],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
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

it("a publish that is killed leaves the snapshot before, or the whole new one, and the next publish goes on", async () => {
  let transfers = 1;
  for (; await killAfter(transfers, "publish"); transfers++) {
    const current = (await servers.catalog.publishedSnapshots())!.current;
    await second!.shared.install();
    expectWhole(second!, current);
    await first!.shared.install();
    await first!.publish("000002");
    await second!.shared.install();
    expectWhole(second!, "000002");
    await first!.shared.rollBack();
    await second!.shared.install();
  }
  // What it is about to upload, two files or none, the manifest, and the end of the upload.
  expect(transfers).toBeGreaterThan(3);
});

it("a server that is killed while it copies has the snapshot before, and copies what is missing when it starts", async () => {
  await first!.publish("000002");
  let transfers = 1;
  for (; await killAfter(transfers, "install"); transfers++) {
    expectWhole(second!, "000001");
    expect(readdirSync(second!.directory.snapshots)).not.toContain("000002.json");
  }
  // The manifest and two files.
  expect(transfers).toBe(4);
  expectWhole(second!, "000002");
  expect(readdirSync(second!.directory.root).sort()).toEqual(["segments", "snapshots", "transfer-lock.db"]);
});
