/** Tool calls that write, calls in parallel over both transports, and a host that is killed. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Client } from "@modelcontextprotocol/client";
import { describe, expect, it } from "vitest";
import {
  closeClientsAfterwards,
  connectHttp,
  connectStdio,
  structured,
  textOf,
} from "./harness/mcp-clients.ts";
import { allFeedback, allSuggestions } from "./harness/reviews.ts";
import { useService } from "./harness/service.ts";

const service = useService({ env: { PRIORART_LIMIT_CONCURRENCY_WAIT: "0" } });
closeClientsAfterwards();

describe("the tools that write", () => {
  it.each(["http", "stdio"] as const)(
    "store what they were sent, under the member's account, over %s",
    async (how) => {
      const token = service().tokens.ada;
      const client =
        how === "http"
          ? await connectHttp(service().url, { token })
          : (await connectStdio([], { env: { PRIORART_SERVER: service().url, PRIORART_TOKEN: token } }))
              .client;
      const feedback = {
        category: "quality",
        severity: "low",
        message: `sent over ${how}`,
        context: { rank: 3 },
      };
      const sent = await client.callTool({ name: "feedback", arguments: feedback });
      expect([sent.isError ?? false, structured(sent)]).toEqual([
        false,
        { message: "Feedback received. Thank you." },
      ]);
      expect((await allFeedback(service().data))[0]).toMatchObject({ ...feedback, from: "ada@example.org" });
      const suggestion = { url: `https://papers.example.com/${how}`, name: "Papers", reason: "Cited often." };
      const suggested = await client.callTool({ name: "suggestSource", arguments: suggestion });
      expect(structured(suggested)).toEqual({ message: "Thanks! We'll review your suggestion." });
      expect((await allSuggestions(service().data))[0]).toMatchObject(suggestion);
    },
  );
});

describe("eight concurrent calls", () => {
  const calls: [string, Record<string, unknown>][] = [
    ["searchProjects", { query: "market vendors" }],
    ["searchArchive", { query: "mint" }],
    ["getProject", { slug: "pillbox-radio" }],
    ["similarProjects", { slug: "pillbox-radio" }],
    ["analyze", { cohort: {}, dimensions: ["tracks"] }],
    ["compare", { cohortA: { winnersOnly: true }, cohortB: {}, dimensions: ["tracks"] }],
    ["neighborhood", { query: "text-message payments" }],
    ["filters", {}],
  ];
  const askAll = (client: Client) =>
    Promise.all(calls.map(([name, args]) => client.callTool({ name, arguments: args })));
  const refused = async (client: Client) =>
    (await askAll(client)).filter(({ isError }) => isError).map(textOf);

  it("wait their turn over HTTP, where two are worked on and the API would refuse the third", async () => {
    const client = await connectHttp(service().url, { token: service().tokens.ada });
    expect(await refused(client)).toEqual([]);
  });

  it("wait their turn over stdio, from a server and from a data directory", async () => {
    const env = { PRIORART_SERVER: service().url, PRIORART_TOKEN: service().tokens.bob };
    expect(await refused((await connectStdio([], { env })).client)).toEqual([]);
    expect(await refused((await connectStdio(["--data", service().data])).client)).toEqual([]);
  });
});

it("the program ends when its host is killed in the middle of a call", async () => {
  const program = fileURLToPath(new URL("../../bin/priorart.mjs", import.meta.url));
  const child = spawn(process.execPath, [program, "mcp", "--data", service().data], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const protocol = {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo: { name: "t", version: "1" },
  };
  send({ id: 1, method: "initialize", params: protocol });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  send({ method: "notifications/initialized" });
  for (let id = 2; id < 10; id++)
    send({ id, method: "tools/call", params: { name: "searchProjects", arguments: { query: "mint" } } });
  // What the system does for a killed host: it closes both ends.
  child.stdin.destroy();
  child.stdout.destroy();
  expect(await ended).not.toBeNull();
});
