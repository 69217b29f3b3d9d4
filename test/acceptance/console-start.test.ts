import { rm } from "node:fs/promises";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type Running, start } from "./cli-harness.ts";
import { ConsoleServer, goodPassword, Visitor } from "./harness/console.ts";
import type { PreparedDemo } from "./harness/prepare-demo.ts";
import { copyOfDemo } from "./harness/shared-demo.ts";

let demo: PreparedDemo;
let running: Running | null = null;
beforeAll(async () => {
  demo = await copyOfDemo();
});
afterEach(() => stop("SIGKILL"));
afterAll(() => demo && rm(demo.data, { recursive: true, force: true }));

async function stop(signal: NodeJS.Signals): Promise<void> {
  running?.child.kill(signal);
  await running?.finished;
  running = null;
}

/** The link that npm start prints. */
async function begin(): Promise<URL> {
  running = start(["start", "--data", demo.data]);
  return new URL((await running.line(/^Console: /)).replace("Console: ", ""));
}

it("npm start prints one link into the console: a password, then a working token; later the plain address", async () => {
  const link = await begin();
  const server = new ConsoleServer(demo.data);
  server.url = link.origin;
  const person = new Visitor(server);
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<script")]);
  const secret = link.pathname.replace("/console/invitation/", "");
  const { member } = await person.get("acceptInvitation", { secret, password: goodPassword });
  expect(member).toMatchObject({ email: "demo@priorart.example", role: "admin" });
  // The console shows the token that was printed.
  expect((await person.get("getToken")).token).toMatchObject({ status: "active" });
  const token = (await person.get("generateToken", {})).secret;
  const search = (bearer: string) =>
    fetch(`${server.url}/api/v1/search/projects`, {
      method: "POST",
      headers: { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" },
      body: JSON.stringify({ query: "invoices for freelancers", limit: 3 }),
    });
  const found = (await (await search(token)).json()) as { results: unknown[] };
  expect(found.results).toHaveLength(3);
  const replaced = await search(demo.tokens.demo);
  await replaced.body?.cancel();
  expect(replaced.status).toBe(401);
  await stop("SIGTERM");
  const later = await begin();
  expect(later.pathname).toBe("/console/");
  // The token from the console still works, now at another URL.
  const again = await fetch(`${later.origin}/api/v1/status`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await again.body?.cancel();
  expect(again.status).toBe(200);
});
