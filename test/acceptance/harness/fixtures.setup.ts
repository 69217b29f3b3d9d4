/**
 * Fixtures of one test run, each made once, on first use: the demo imported and published, and servers on copies of it,
 * shared by files that only read. Test files request them over HTTP, because they run in other processes.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { type Running, start } from "../cli-harness.ts";
import { noLimits, noRateLimits } from "./no-limits.ts";
import { copyData, type PreparedDemo, prepareDemo } from "./prepare-demo.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the fixture server. */
    fixtures: string;
  }
}

export interface Fixtures {
  /** May be copied, never changed. */
  demo: PreparedDemo;
  service: SharedServer;
  /** With the default limit of requests in flight; only for the file that holds the turn. */
  limitedService: SharedServer;
}

type SharedServer = PreparedDemo & { url: string };

/** A request waits for its place, but not for the second that it may take. */
const shortWaits = { ...noRateLimits, PRIORART_LIMIT_CONCURRENCY_WAIT: "100" };

const directory = mkdtempSync(join(tmpdir(), "priorart-fixtures-"));
const made = new Map<string, Promise<unknown>>();
const servers: Running[] = [];

const makers: { [Name in keyof Fixtures]: () => Promise<Fixtures[Name]> } = {
  demo: () => prepareDemo(join(directory, "demo")),
  service: () => serveCopy("service", noLimits),
  limitedService: () => serveCopy("limited-service", shortWaits),
};

function fixture<Name extends keyof Fixtures>(name: Name): Promise<Fixtures[Name]> {
  const promise = made.get(name) ?? makers[name]();
  made.set(name, promise);
  return promise as Promise<Fixtures[Name]>;
}

async function serveCopy(name: string, env: Record<string, string>): Promise<SharedServer> {
  const { data: original, tokens } = await fixture("demo");
  const data = join(directory, name);
  await copyData(original, data);
  // Requests that must not count with those of other files name an address of their own.
  const running = start(["serve", "--data", data], {
    env: { ...env, PRIORART_TRUSTED_PROXIES: "127.0.0.1" },
  });
  servers.push(running);
  const url = (await running.line(/^Listening on /)).replace("Listening on ", "");
  return { data, tokens, url };
}

/** Queue for the turn; the first request holds it until its client disconnects. */
const turns: ServerResponse[] = [];

function queueForTurn(response: ServerResponse): void {
  turns.push(response);
  response.once("close", () => {
    const hadTurn = turns[0] === response;
    turns.splice(turns.indexOf(response), 1);
    if (hadTurn) turns[0]?.write("turn");
  });
  if (turns.length === 1) response.write("turn");
}

const answers = createServer(async (request, response) => {
  if (request.url === "/turn") return queueForTurn(response);
  try {
    response.end(JSON.stringify(await fixture(request.url?.slice(1) as keyof Fixtures)));
  } catch (error) {
    response.writeHead(500).end(String(error));
  }
});

export async function setup(project: TestProject): Promise<void> {
  answers.listen(0, "127.0.0.1");
  await once(answers, "listening");
  project.provide("fixtures", `http://127.0.0.1:${(answers.address() as AddressInfo).port}`);
}

export async function teardown(): Promise<void> {
  answers.close();
  answers.closeAllConnections();
  await Promise.allSettled(made.values());
  for (const { child } of servers) child.kill("SIGKILL");
  await Promise.all(servers.map(({ finished }) => finished));
  rmSync(directory, { recursive: true, force: true });
}
