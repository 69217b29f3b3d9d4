/** Two servers with data directories of their own share a store of snapshots, PostgreSQL, and OpenSearch. */
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresBinaries, startPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { type Running, run, start } from "../acceptance/cli-harness.ts";
import { nodeUrl } from "./backends.ts";

/** Under CI their absence is a failure. */
const absent = nodeUrl === null || (postgresBinaries() === null && process.env.CI !== "true");

let postgres: TestPostgres;
let root: string;
let token: string;
const servers: (Running & { url: string })[] = [];

const prefix = `test-${randomUUID().slice(0, 8)}`;
const settings = (name: string) => ({
  PRIORART_DATABASE_URL: postgres.url(),
  PRIORART_SECRET: "one-secret-for-all-servers-of-this-test",
  PRIORART_DATA: join(root, name),
  PRIORART_SNAPSHOTS: join(root, "store"),
  PRIORART_SEARCH_URL: nodeUrl!,
  PRIORART_SEARCH_PREFIX: prefix,
  PRIORART_SEARCH_TIMEOUT: "30000",
  PRIORART_PUBLISH: "manual",
});

async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, { env: settings("publisher") });
  if (code !== 0) throw new Error(`priorart ${args.join(" ")} ended with ${code}:\n${stderr}`);
  return stdout.trim();
}

async function serve(name: string): Promise<string> {
  const running = start(["serve"], { env: settings(name) });
  const url = (await running.line(/^Listening on /)).replace("Listening on ", "");
  servers.push({ ...running, url });
  return url;
}

async function publishEssays(...titles: string[]): Promise<void> {
  const file = join(root, "essays.jsonl");
  const line = (title: string) =>
    JSON.stringify({ source: "essays", title, content: `${title}: why settlement needs finality.` });
  await writeFile(file, titles.map((title) => `${line(title)}\n`).join(""));
  await succeed("import", "archive", file);
  await succeed("publish");
}

async function search(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/v1/search/archives`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ query: "settlement finality", limit: 10 }),
  });
  if (response.status !== 200) return [`${response.status} ${await response.text()}`];
  const { results } = (await response.json()) as { results: { title: string }[] };
  return results.map(({ title }) => title).sort();
}

describe.skipIf(absent)("servers that share snapshots and a cluster", () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    root = await mkdtemp(join(tmpdir(), "priorart-cluster-store-"));
    await mkdir(join(root, "store"));
    await succeed("migrate");
    await succeed("member", "add", "ada@example.org");
    token = (await succeed("token", "issue", "ada@example.org")).replace("Token: ", "");
  });
  afterAll(async () => {
    for (const { child } of servers) child.kill("SIGKILL");
    await Promise.all(servers.map(({ finished }) => finished));
    await postgres?.remove();
    if (root !== undefined) await rm(root, { recursive: true, force: true });
  });

  it("answer from what another one published, follow its next publish, and return with a rollback", async () => {
    await publishEssays("First essay");
    const urls = [await serve("a"), await serve("b")];
    const all = async () => Promise.all(urls.map(search));
    // Seldom enough for the limit of searches in a minute.
    const followed = { timeout: 60_000, interval: 500 };
    await expect.poll(all, followed).toEqual([["First essay"], ["First essay"]]);
    await publishEssays("First essay", "Second essay");
    const both = ["First essay", "Second essay"];
    await expect.poll(all, followed).toEqual([both, both]);
    // A server that starts later has nothing but the settings.
    urls.push(await serve("c"));
    await expect.poll(all, followed).toEqual([both, both, both]);
    await succeed("publish", "--rollback");
    const before = ["First essay"];
    await expect.poll(all, followed).toEqual([before, before, before]);
  });
});
