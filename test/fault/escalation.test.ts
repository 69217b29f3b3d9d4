/** A server that is killed while it delivers an escalation: another one on the same PostgreSQL delivers it. */
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { postgresBinaries, startPostgres, type TestPostgres } from "../../scripts/test-postgres.ts";
import { startServer, status, type TestServer } from "../../src/net/server.case.ts";
import { type Running, run, start } from "../acceptance/cli-harness.ts";

/** Under CI its absence is a failure. */
const absent = postgresBinaries() === null && process.env.CI !== "true";

let postgres: TestPostgres;
let root: string;
let token: string;
let receiver: TestServer;
let servers: (Running & { url: string })[] = [];

const settings = (name: string) => ({
  PRIORART_DATABASE_URL: postgres.url(),
  PRIORART_DATA: join(root, name),
  PRIORART_SECRET: "one-secret-for-all-servers-of-this-test",
  PRIORART_ESCALATION_SECRET: "one-secret-for-all-deliveries-of-this-test",
});

async function succeed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(args, { env: settings("command") });
  if (code !== 0) throw new Error(`priorart ${args.join(" ")} ended with ${code}:\n${stderr}`);
  return stdout.trim();
}

async function serve(name: string, webhook: string): Promise<Running & { url: string }> {
  const env = { ...settings(name), PRIORART_ESCALATION_WEBHOOK: webhook };
  const running = start(["serve"], { env });
  const url = (await running.line(/^Listening on /)).replace("Listening on ", "");
  servers.push({ ...running, url });
  return servers.at(-1)!;
}

async function report(url: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/feedback`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    body: JSON.stringify({ category: "other", severity: "high", message: "Nothing works at all." }),
  });
  expect(response.status).toBe(201);
}

async function kill({ child, finished }: Running): Promise<void> {
  child.kill("SIGKILL");
  await finished;
}

/** As if the 20 s of the lease had passed. */
async function expireLease(): Promise<void> {
  const client = new pg.Client(postgres.url());
  await client.connect();
  const { rowCount } = await client.query(
    "update priorart_accounts.lease set expires_at = expires_at - 20000",
  );
  await client.end();
  expect(rowCount).toBe(1);
}

const deliveries = () => receiver.requests.map(({ headers }) => headers["idempotency-key"]);
/** What is due is looked for every 5 s. */
const taken = { timeout: 60_000 };
const oneLook = 6_000;

describe.skipIf(absent)("of two servers on one PostgreSQL", () => {
  beforeAll(async () => {
    postgres = await startPostgres();
    root = await mkdtemp(join(tmpdir(), "priorart-escalation-"));
    await succeed("migrate");
    await succeed("member", "add", "ada@example.org");
    token = (await succeed("token", "issue", "ada@example.org")).replace("Token: ", "");
  });
  afterAll(async () => {
    await postgres?.remove();
    if (root !== undefined) await rm(root, { recursive: true, force: true });
  });
  beforeEach(async () => {
    servers = [];
    receiver = await startServer(status(204));
  });
  afterEach(async () => {
    await Promise.all(servers.map(kill));
    await receiver.close();
  });

  it("one that is killed between lease and sending leaves it to the other one, which sends it once", async () => {
    // It answers no TLS handshake, so that nothing is sent.
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket.on("error", () => {})));
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { port } = silent.address() as AddressInfo;
    const first = await serve("a", `https://127.0.0.1:${port}/in`);
    const second = await serve("b", `${receiver.url}/in`);
    // The first one takes the lease, whenever the second one looks.
    second.child.kill("SIGSTOP");
    await report(first.url);
    await expect.poll(() => sockets.length, taken).toBe(1);
    await kill(first);
    await expireLease();
    second.child.kill("SIGCONT");
    await expect.poll(deliveries, taken).toHaveLength(1);
    await pause(oneLook);
    expect(deliveries()).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
  });

  it("one that is killed before the answer has the other one send it again, with the same key", async () => {
    receiver.answer = (...given) => {
      if (receiver.requests.length > 1) status(204)(...given);
    };
    const first = await serve("a", `${receiver.url}/in`);
    const second = await serve("b", `${receiver.url}/in`);
    second.child.kill("SIGSTOP");
    await report(first.url);
    await expect.poll(deliveries, taken).toHaveLength(1);
    await kill(first);
    await expireLease();
    second.child.kill("SIGCONT");
    await expect.poll(deliveries, taken).toHaveLength(2);
    await pause(oneLook);
    const [key, again, ...more] = deliveries();
    expect(key).toMatch(/^[0-9a-f-]{36}$/);
    expect([again, more]).toEqual([key, []]);
  });
});
