/** Three nodes with one replica, a server of the built program, and SIGKILL for the cluster's manager while clients search. */
import { mkdtemp, rm } from "node:fs/promises";
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

  it("lose their manager, and no request fails", async () => {
    const statuses: number[] = [];
    const problems: string[] = [];
    let stop = false;
    const client = async (n: number) => {
      for (let i = n; !stop; i++) {
        const query = queries[i % queries.length]!;
        const response = await post("/search/archives", { query, limit: 5 });
        const body = (await response.json()) as { results?: { documentId: string }[] };
        statuses.push(response.status);
        if (response.status !== 200) problems.push(JSON.stringify(body));
        const [first] = body.results ?? [];
        if (first) {
          const page = await fetch(`${server!.url}/api/v1/archives/${first.documentId}?maxChars=500`, {
            headers: { Authorization: `Bearer ${token}` },
          });
          statuses.push(page.status);
          await page.arrayBuffer();
        }
      }
    };
    const load = Array.from({ length: clients }, (_, n) => client(n));
    await until(async () => statuses.length > 40);
    const [{ node }] = (await (await fetch(`${nodes[0]!.url}/_cat/cluster_manager?format=json`)).json()) as [
      { node: string },
    ];
    const manager = nodes[Number(node.replace("node-", "")) - 1]!;
    await manager.kill();
    const before = statuses.length;
    const left = nodes.filter((one) => one !== manager);
    await until(async () => {
      const { number_of_nodes, status } = await health(left[0]!);
      return number_of_nodes === 2 && status !== "red" && statuses.length > before + 80;
    });
    stop = true;
    await Promise.all(load);
    expect(problems).toEqual([]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    process.stdout.write(`${statuses.length} requests, ${statuses.length - before} of them after the kill\n`);
  });
});
