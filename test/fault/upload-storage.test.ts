/** The disk is full while a file is uploaded in the console. */
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { ErrorBody } from "../../src/contract/api/errors.ts";
import { ConsoleServer } from "../acceptance/harness/console.ts";
import { fillDisk, mountSmallDisk } from "./small-disk.ts";

const bytes = 2_000_000;

it("an upload that fills the disk is refused and removed; reads continue, and it succeeds once there is space", async ({
  skip,
}) => {
  // The service spares 64 MiB of the disk before an upload begins.
  const disk = mountSmallDisk(100);
  if (disk === null) return skip("mounting a file system is not allowed here");
  const server = new ConsoleServer(join(disk, "data"));
  await server.start();
  onTestFinished(() => server.stop("SIGKILL"));
  const root = await server.member("root@example.org", "--admin");
  const part = (id: string) => root.sendBytes("addUploadPart", { id, offset: "0" }, new Uint8Array(500_000));
  const stored = () => readdirSync(join(server.data, "uploads"), { recursive: true });

  const { upload } = await root.get("startUpload", { name: "a.jsonl", bytes });
  const filler = fillDisk(disk, 200_000);
  const { status, body } = await part(upload!.id);
  expect(status).toBe(503);
  expect((body as ErrorBody).error).toMatch(/disk does not have enough space: nothing was kept of the file/);
  expect((await root.get("getImport")).upload).toBeNull();
  expect(stored()).toEqual([]);
  expect(await root.outcome("startUpload", { name: "a.jsonl", bytes })).toEqual([503, "SERVICE_UNAVAILABLE"]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

  rmSync(filler);
  const again = await root.get("startUpload", { name: "a.jsonl", bytes });
  expect((await part(again.upload!.id)).status).toBe(200);
  expect((await root.get("getImport")).upload).toMatchObject({ received: 500_000 });
});
