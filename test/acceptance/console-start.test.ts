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

it("npm start prints one link that signs in: the pages, a working token; a new link at the next start", async () => {
  const link = await begin();
  const server = new ConsoleServer(demo.data);
  server.url = link.origin;
  const person = new Visitor(server);
  const page = await fetch(link);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("<script")]);
  const secret = link.pathname.replace("/console/invitation/", "");
  expect(await person.get("findInvitation", { secret })).toMatchObject({ needsPassword: false });
  const { member } = await person.get("acceptInvitation", { secret });
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
  server.url = later.origin;
  const laterSecret = later.pathname.replace("/console/invitation/", "");
  // The session of the first start is still open, beside the new one.
  expect(await person.email()).toBe("demo@priorart.example");
  const another = new Visitor(server);
  await another.get("acceptInvitation", { secret: laterSecret });
  expect([await another.email(), await person.email()]).toEqual(Array(2).fill("demo@priorart.example"));
  for (const used of [secret, laterSecret])
    expect(await new Visitor(server).outcome("acceptInvitation", { secret: used })).toEqual([
      403,
      "FORBIDDEN",
    ]);
  // The token from the console still works, now at another URL.
  const again = await fetch(`${later.origin}/api/v1/status`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await again.body?.cancel();
  expect(again.status).toBe(200);
});

it("opened from another machine, or through a proxy, the link asks for a password", async () => {
  const link = await begin();
  const server = new ConsoleServer(demo.data);
  server.url = link.origin;
  const secret = link.pathname.replace("/console/invitation/", "");
  const proxied = new Visitor(server);
  proxied.address = "203.0.113.7";
  expect(await proxied.get("findInvitation", { secret })).toMatchObject({ needsPassword: true });
  expect(await proxied.outcome("acceptInvitation", { secret })).toEqual([400, "INVALID_QUERY"]);
  await proxied.get("acceptInvitation", { secret, password: goodPassword });
  expect(await proxied.email()).toBe("demo@priorart.example");
});
