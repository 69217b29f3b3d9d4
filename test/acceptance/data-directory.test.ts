/** A data directory belongs to one server at a time, and is private to its owner. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { run, temporaryDirectories } from "./cli-harness.ts";
import { useService } from "./harness/service.ts";

const service = useService();
const directories = temporaryDirectories();
afterEach(() => directories.removeAll());

it("refuses a second server with one line that names the directory, and the first one keeps serving", async () => {
  const { data, url } = service();
  const { code, stdout, stderr } = await run(["serve", "--data", data]);
  expect(code).toBe(3);
  expect(stdout).not.toContain("Listening on");
  const lines = stderr.trim().split("\n");
  expect(lines.filter((line) => line.startsWith("error:"))).toEqual([expect.stringContaining(data)]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

it("lets commands that read run beside the server", async () => {
  const { code, stdout } = await run(["status", "--data", service().data]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("127")]);
});

it("is released for the next server when the first one is killed", async () => {
  await service().stop("SIGKILL");
  await service().start();
  expect((await fetch(`${service().url}/healthz`)).status).toBe(200);
});

it("is created readable only by its owner", async () => {
  const data = join(await directories.make(), "data");
  expect((await run(["member", "add", "ada@example.org", "--data", data])).code).toBe(0);
  expect((await stat(data)).mode & 0o777).toBe(0o700);
});
