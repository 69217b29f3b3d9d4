/** Three nodes with one replica, a server of the built program, and SIGKILL for one node after the other while clients search. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startOpenSearch, type TestNode } from "../../scripts/test-opensearch.ts";
import { type Running, run, start } from "../acceptance/cli-harness.ts";
import { nodeUrl } from "./backends.ts";

const queries = ["settlement promise", "oracle price", "people and privacy", "session keys", "carbon"];
const clients = 4;

let nodes: TestNode[] = [];
let data: string;
let server: (Running & { url: string }) | null = null;
let token: string;

const settings = () => ({
  PRIORART_SEARCH_URL: nodes.map(({ url }) => url).join(","),
  PRIORART_LIMIT_SEARCH: "0",
  PRIORART_LIMIT_CONCURRENCY: "0",
  // Three nodes share this machine with the tests.
  PRIORART_SEARCH_TIMEOUT: "30000",
});

async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run([...args, "--data", data], { env: settings() });
  if (code !== 0) throw new Error(`priorart ${args.join(" ")} ended with ${code}:\n${stderr}`);
  return stdout.trim();
}

const post = (path: string, body: object) =>
  fetch(`${server!.url}/api/v1${path}`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

async function read(id: string): Promise<number> {
  const page = await fetch(`${server!.url}/api/v1/archives/${id}?maxChars=500`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await page.arrayBuffer();
  return page.status;
}

async function titlesFor(query: string): Promise<string[]> {
  const response = await post("/search/archives", { query, limit: 5 });
  return ((await response.json()) as { results: { title: string }[] }).results.map(({ title }) => title);
}

/** Imports one more document, and waits until the server serves it. */
async function publish(title: string): Promise<void> {
  const file = join(data, "more.jsonl");
  await writeFile(
    file,
    `${JSON.stringify({ source: "essays", title, content: `${title}: a quorum remembers.` })}\n`,
  );
  await succeed("import", "archive", file);
  await succeed("publish");
  await until(async () => (await titlesFor(title)).includes(title));
}

async function managerOf(nodes: readonly TestNode[]): Promise<TestNode> {
  const response = await fetch(`${nodes[0]!.url}/_cat/cluster_manager?format=json`);
  const [{ node }] = (await response.json()) as [{ node: string }];
  return nodes[Number(node.replace("node-", "")) - 1]!;
}

const health = async ({ url }: TestNode) =>
  (await (await fetch(`${url}/_cluster/health`)).json()) as { status: string; number_of_nodes: number };

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await condition().catch(() => false))) {
    if (performance.now() > deadline) throw new Error("the cluster did not get there");
    await pause(200);
  }
}

describe.skipIf(nodeUrl === null)("three nodes", () => {
  beforeAll(async () => {
    nodes = await startOpenSearch(3, { heap: "384m" });
    data = await mkdtemp(join(tmpdir(), "priorart-cluster-"));
    await succeed("demo");
    await succeed("member", "add", "ada@example.org");
    token = (await succeed("token", "issue", "ada@example.org")).replace("Token: ", "");
    await until(async () => (await health(nodes[0]!)).status === "green");
    const running = start(["serve", "--data", data], { env: settings() });
    const url = (await running.line(/^Listening on /)).replace("Listening on ", "");
    server = { ...running, url };
  });
  afterAll(async () => {
    server?.child.kill("SIGKILL");
    await server?.finished;
    await Promise.all(nodes.map((node) => node.remove()));
    if (data !== undefined) await rm(data, { recursive: true, force: true });
  });

  /** Clients search and read until stopped. */
  function load() {
    const statuses: number[] = [];
    const problems: string[] = [];
    let stopped = false;
    const client = async (n: number) => {
      for (let i = n; !stopped; i++) {
        const response = await post("/search/archives", { query: queries[i % queries.length]!, limit: 5 });
        const body = (await response.json()) as { results?: { documentId: string }[] };
        statuses.push(response.status);
        if (response.status !== 200) problems.push(JSON.stringify(body));
        const [first] = body.results ?? [];
        if (first) statuses.push(await read(first.documentId));
      }
    };
    const clientsDone = Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
    const more = async (requests: number) => {
      const before = statuses.length;
      await until(async () => statuses.length >= before + requests);
    };
    const stop = async () => {
      stopped = true;
      await clientsDone;
      return { statuses: [...new Set(statuses)], problems };
    };
    return { more, stop };
  }

  it("are killed one after the other, the manager first: no request fails, and nothing is lost", async () => {
    const clients = load();
    await clients.more(40);
    const first = await managerOf(nodes);
    const written: string[] = [];
    for (const node of [first, ...nodes.filter((one) => one !== first)]) {
      await node.kill();
      const witness = nodes.find((one) => one !== node)!;
      await until(async () => {
        const { number_of_nodes, status } = await health(witness);
        return number_of_nodes === 2 && status !== "red";
      });
      const title = `Written without node ${nodes.indexOf(node) + 1}`;
      await publish(title);
      written.push(title);
      await clients.more(40);
      await node.restart();
      await until(async () => (await health(witness)).status === "green");
    }
    expect(await clients.stop()).toEqual({ statuses: [200], problems: [] });
    for (const title of written) expect(await titlesFor(title)).toContain(title);
  }, 600_000);
});
