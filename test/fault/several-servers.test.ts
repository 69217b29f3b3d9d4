/** Three servers with data directories of their own, on one PostgreSQL and one store of snapshots, behind a proxy. */
import { mkdir, mkdtemp, rm, symlink, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresBinaries, startPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { canStartS3, startS3, testKeys } from "../../scripts/test-s3.ts";
import { openCatalog } from "../../src/catalog/catalog.ts";
import { type Finished, type Running, run, start } from "../acceptance/cli-harness.ts";
import { hasNginx, startProxy } from "./proxy.ts";

/** Under CI their absence is a failure. */
const absent = (postgresBinaries() === null || !hasNginx()) && process.env.CI !== "true";
const hasS3 = !absent && (await canStartS3());

let postgres: TestPostgres;
let root: string;
let token: string;

interface Server extends Running {
  url: string;
  name: string;
}

/** Each with its own path to the store, as a mount is. */
const mountOf = (name: string) => join(root, `mount-${name}`);
const dataOf = (name: string) => join(root, `data-${name}`);

const settings = (name: string, more: Record<string, string> = {}) => ({
  PRIORART_DATABASE_URL: postgres.url(),
  PRIORART_SECRET: "one-secret-for-all-servers-of-this-test",
  PRIORART_SNAPSHOTS: mountOf(name),
  PRIORART_DATA: dataOf(name),
  PRIORART_PUBLISH: "manual",
  PRIORART_LIMIT_SEARCH: "0",
  PRIORART_LIMIT_CONCURRENCY: "0",
  ...more,
});

const priorart = (args: string[], env = settings("publisher")): Promise<Finished> => run(args, { env });

async function succeed(args: string[], env?: Record<string, string>): Promise<string> {
  const { code, stdout, stderr } = await priorart(args, env && { ...settings("publisher"), ...env });
  if (code !== 0) throw new Error(`priorart ${args.join(" ")} ended with ${code}:\n${stderr}`);
  return stdout.trim();
}

async function serve(name: string, more: Record<string, string> = {}): Promise<Server> {
  const running = start(["serve"], { env: settings(name, more) });
  const url = (await running.line(/^Listening on /)).replace("Listening on ", "");
  return { ...running, url, name };
}

const readiness = (url: string) =>
  fetch(`${url}/readyz`).then(
    async (response) => ({ status: response.status, ...((await response.json()) as object) }),
    () => null,
  );

const untilReady = (url: string) => expect.poll(() => readiness(url)).toEqual({ status: "ready" });

async function kill({ child, finished }: Running, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal);
  await finished;
}

const count = 24;

async function publishEdition(edition: string, env?: Record<string, string>): Promise<void> {
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      slug: `project-${i}`,
      name: `Project ${i}`,
      oneLiner: `A wallet, ${edition} edition, number ${i}`,
      hackathon: { slug: "jam", name: "Jam", startDate: "2025-03-01" },
    }),
  );
  const file = join(root, "projects.jsonl");
  await writeFile(file, `${lines.join("\n")}\n`);
  await succeed(["import", "projects", file], env);
  await succeed(["publish"], env);
}

/** The editions that a page of results is of. Throws when it is not answered. */
async function editions(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/v1/search/projects`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ query: "wallet edition", limit: 20 }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  const { results } = (await response.json()) as { results: { oneLiner: string }[] };
  expect(results.length).toBeGreaterThan(10);
  return [...new Set(results.map(({ oneLiner }) => oneLiner.replace(/^.*, (\w+) edition.*$/, "$1")))];
}

/** Searches without pause until it is stopped; the rest of it says what was wrong. */
function load(urls: readonly string[], clients: number) {
  const stopping = new AbortController();
  const outcome = { answered: 0, mixed: 0, seen: new Set<string>(), failures: [] as string[] };
  const client = async (url: string) => {
    while (!stopping.signal.aborted) {
      try {
        const found = await editions(url);
        outcome.answered++;
        if (found.length !== 1) outcome.mixed++;
        for (const edition of found) outcome.seen.add(edition);
      } catch (error) {
        outcome.failures.push(String((error as Error).cause ?? error));
      }
      await pause(25);
    }
  };
  const clientsOf = urls.flatMap((url) => Array.from({ length: clients }, () => client(url)));
  return {
    outcome,
    async stop() {
      stopping.abort();
      await Promise.all(clientsOf);
      return outcome;
    },
  };
}

describe.skipIf(absent)("three servers with data directories of their own", () => {
  const names = ["a", "b", "c"] as const;
  const servers = new Map<string, Server>();
  const urls = () => names.map((name) => servers.get(name)!.url);

  beforeAll(async () => {
    postgres = await startPostgres();
    root = await mkdtemp(join(tmpdir(), "priorart-several-"));
    await mkdir(join(root, "store"));
    for (const name of [...names, "publisher"]) await symlink(join(root, "store"), mountOf(name));
    await succeed(["migrate"]);
    await succeed(["member", "add", "ada@example.org"]);
    token = (await succeed(["token", "issue", "ada@example.org"])).replace("Token: ", "");
    await publishEdition("first");
    await Promise.all(names.map(async (name) => servers.set(name, await serve(name))));
  });
  afterAll(async () => {
    await Promise.all([...servers.values()].map((server) => kill(server, "SIGKILL")));
    await postgres?.remove();
    if (root !== undefined) await rm(root, { recursive: true, force: true });
  });

  it("start with empty directories, and are ready when they have copied the snapshot", async () => {
    for (const url of urls()) {
      await untilReady(url);
      expect(await editions(url)).toEqual(["first"]);
    }
  });

  it("serve what another host publishes, and return to the one before when it says so", async () => {
    await publishEdition("second");
    for (const url of urls()) await expect.poll(() => editions(url)).toEqual(["second"]);
    expect(await succeed(["publish", "--rollback"])).toContain("000001");
    for (const url of urls()) await expect.poll(() => editions(url)).toEqual(["first"]);
  });

  it("replace their snapshots over a hundred times under load: no request is dropped, and none sees two", async () => {
    const catalog = await openCatalog({
      host: postgres.host,
      port: postgres.port,
      database: "postgres",
      user: "priorart",
      password: null,
      tls: null,
      pool: 2,
      schema: "priorart_catalog",
      migrate: false,
    });
    const running = load(urls(), 1);
    const servedBy = async (url: string) =>
      /priorart_snapshot_info\{id="(\d+)"\} 1/.exec(await (await fetch(`${url}/metrics`)).text())?.[1];
    let swaps = 0;
    for (let round = 0; round < 34; round++) {
      const from = (await catalog.publishedSnapshots())!;
      const current = from.current === "000001" ? "000002" : "000001";
      expect(await catalog.swapPublishedSnapshots(from, { ...from, current })).toBe(true);
      for (const url of urls()) {
        await expect.poll(() => servedBy(url)).toBe(current);
        swaps++;
      }
    }
    await catalog.close();
    const { answered, mixed, failures, seen } = await running.stop();
    expect(swaps).toBeGreaterThan(100);
    expect({ mixed, failures }).toEqual({ mixed: 0, failures: [] });
    expect(seen).toEqual(new Set(["first", "second"]));
    expect(answered).toBeGreaterThan(100);
  });

  it("keep serving when one cannot reach the store, and say so until it can", async () => {
    const { url, line } = servers.get("c")!;
    await unlink(mountOf("c"));
    await publishEdition("third");
    await expect.poll(() => editions(servers.get("a")!.url)).toEqual(["third"]);
    await expect.poll(() => readiness(url)).toEqual({ status: "ready", snapshot: "outdated" });
    expect(await line(/could not be copied/)).toMatch(/does not exist: mount it/);
    expect(await editions(url)).not.toEqual(["third"]);
    await symlink(join(root, "store"), mountOf("c"));
    await expect.poll(() => editions(url)).toEqual(["third"]);
    await expect.poll(() => readiness(url)).toEqual({ status: "ready" });
  });

  it("lock out each other's publish", async () => {
    const both = await Promise.all([
      priorart(["publish", "--refit"]),
      priorart(["publish", "--refit"], settings("other", { PRIORART_SNAPSHOTS: mountOf("publisher") })),
    ]);
    const refused = both.filter(({ code }) => code !== 0);
    expect(refused.length).toBeLessThanOrEqual(1);
    for (const { stderr } of refused) expect(stderr).toMatch(/another publish/);
  });

  it("are restarted one after the other under load, behind nginx, without a failed request", async () => {
    const ports = new Map<string, string>();
    for (const [name, { url }] of servers) ports.set(name, new URL(url).port);
    const proxy = await startProxy([...ports.values()]);
    try {
      const running = load([proxy.url], 4);
      for (const name of names) {
        await kill(servers.get(name)!, "SIGTERM");
        const server = await serve(name, { PRIORART_PORT: ports.get(name)! });
        servers.set(name, server);
        await untilReady(server.url);
        const before = running.outcome.answered;
        await expect.poll(() => running.outcome.answered).toBeGreaterThan(before + 20);
      }
      const { failures, mixed } = await running.stop();
      expect({ mixed, failures }).toEqual({ mixed: 0, failures: [] });
    } finally {
      await proxy.stop();
    }
  });

  it.skipIf(!hasS3)("publish to a bucket and serve from it, and continue when it is gone", async () => {
    const s3 = await startS3();
    const bucket = {
      PRIORART_SNAPSHOTS: "s3://snapshots/prior-art",
      AWS_ENDPOINT_URL: s3.url,
      AWS_ACCESS_KEY_ID: testKeys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: testKeys.secretAccessKey,
    };
    let server: Server | undefined;
    try {
      const missing = await priorart(["publish"], { ...settings("publisher"), ...bucket });
      expect(missing.code).not.toBe(0);
      expect(missing.stderr).toContain("the bucket snapshots does not exist there; create it");
      await s3.send("PUT", "snapshots");
      // The new store has nothing of what is current: a publish stores all of it again.
      await succeed(["publish"], bucket);
      server = await serve("s3", bucket);
      await untilReady(server.url);
      expect(await editions(server.url)).toEqual(["third"]);
    } finally {
      await s3.remove();
    }
    await pause(1_000);
    expect(await editions(server.url)).toEqual(["third"]);
    const failed = await priorart(["publish", "--refit"], { ...settings("publisher"), ...bucket });
    expect(failed.code).not.toBe(0);
    expect(failed.stderr).toContain("s3://snapshots/prior-art: no connection");
    expect(await editions(server.url)).toEqual(["third"]);
    await kill(server, "SIGTERM");
  });
});
