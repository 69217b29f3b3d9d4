import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { type Running, run, start, temporaryDirectories } from "./cli-harness.ts";

const directories = temporaryDirectories();
afterAll(() => directories.removeAll());

const address = async (server: Running) => (await server.line(/^Listening on /)).replace("Listening on ", "");

async function stop(server: Running, signal: NodeJS.Signals = "SIGTERM") {
  server.child.kill(signal);
  return server.finished;
}

describe("serve", () => {
  it("without a snapshot responds, is not ready, and says what to do", async () => {
    const server = start(["serve", "--data", await directories.make()]);
    const url = await address(server);
    await server.line(/priorart import --help/);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await stop(server)).code).toBe(0);
  });

  it("picks up the first snapshot while it runs", async () => {
    const data = await directories.make();
    const server = start(["serve", "--data", data]);
    const url = await address(server);
    const file = join(await directories.make(), "one.jsonl");
    await writeFile(file, `${JSON.stringify({ slug: "one", name: "One", oneLiner: "A first project" })}\n`);
    await run(["import", "projects", file, "--data", data]);
    await run(["publish", "--data", data]);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await stop(server, "SIGINT")).code).toBe(0);
  });

  it("names PRIORART_PORT when the port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    try {
      const env = { PRIORART_PORT: String(port) };
      for (const command of ["serve", "start"]) {
        const { code, stderr } = await run([command, "--data", await directories.make()], { env });
        expect(stderr).toContain("PRIORART_PORT");
        expect(code).toBe(3);
      }
    } finally {
      other.close();
    }
  });
});

describe("start", () => {
  const tokenOf = async (server: Running) => (await server.line(/^Token: pa_/)).replace("Token: ", "");

  it("loads the demo once, prints a command that works when pasted, and reuses its token", async () => {
    const data = join(await directories.make(), "data");
    const first = start(["start", "--data", data]);
    const url = await address(first);
    const token = await tokenOf(first);
    const curl = await first.line(/^curl /);
    expect(curl).toContain(token);
    const { stdout } = await promisify(execFile)("sh", ["-c", curl]);
    expect(JSON.parse(stdout).results.length).toBeGreaterThan(0);
    const answer = await fetch(`${url}/api/v1/status`, { headers: { Authorization: `Bearer ${token}` } });
    expect(await answer.json()).toMatchObject({ authenticated: true });
    expect(
      (await stop(first)).stdout
        .trim()
        .split("\n")
        .map((line) => line.split(" ")[0]),
    ).toEqual(["Listening", "Token:", "curl", "Console:"]);

    const second = start(["start", "--data", data]);
    expect(await tokenOf(second)).toBe(token);
    await stop(second);
  });

  it("completes a first start that was killed", async () => {
    const data = await directories.make();
    const killed = start(["start", "--data", data]);
    await killed.line(/Importing|Reading|Indexing|…/);
    killed.child.kill("SIGKILL");
    await killed.finished;
    const next = start(["start", "--data", data]);
    const url = await address(next);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(JSON.parse(await readFile(join(data, "demo.json"), "utf8"))).toMatchObject({ complete: true });
    await stop(next);
  });

  it("updates a directory that holds an older demo", async () => {
    const data = await directories.make();
    await run(["demo", "--data", data]);
    const mark = join(data, "demo.json");
    const { digest } = JSON.parse(await readFile(mark, "utf8"));
    await writeFile(mark, JSON.stringify({ digest: "of an older demo", complete: true }));
    expect((await run(["demo", "--data", data])).stderr).toContain("Loaded the demo");
    expect(JSON.parse(await readFile(mark, "utf8"))).toEqual({ digest, complete: true });
    expect((await run(["demo", "--data", data])).stderr).toContain("already");
  });

  it("publishes a demo again whose snapshot is of an earlier release", async () => {
    const data = await directories.make();
    await run(["demo", "--data", data]);
    const manifest = join(data, "snapshots", "000001.json");
    await writeFile(manifest, (await readFile(manifest, "utf8")).replace('"format":4', '"format":2'));
    expect((await run(["status", "--data", data])).stdout).toContain(
      "of an earlier release: priorart publish",
    );
    const server = start(["start", "--data", data]);
    const url = await address(server);
    await server.line(/^The demo's snapshot cannot be served \(\S+: written in format 2/);
    await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
    // The error's stack is in the log only.
    expect((await stop(server)).stderr).not.toMatch(/^ +at /m);
  });

  it("serves a directory with other records unchanged, and says how to get a token", async () => {
    const data = await directories.make();
    await run(["member", "add", "ada@example.org", "--data", data]);
    const server = start(["start", "--data", data]);
    await address(server);
    const { stdout } = await stop(server);
    expect(stdout).not.toContain("Token:");
    expect(await run(["demo", "--data", data])).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("--data"),
    });
  });
});
