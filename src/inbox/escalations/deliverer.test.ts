import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createHttpClient } from "../../net/http-client.ts";
import { status, type TestServer } from "../../net/server.case.ts";
import { feedbackOf, type InboxBench, openInboxBench } from "../inbox.case.ts";
import { Deliverer, type DelivererOptions } from "./deliverer.ts";
import { acquireLease, LEASE_MS, releaseLease } from "./lease.ts";
import { openReceiver } from "./receiver.case.ts";
import { sendEscalation } from "./send.ts";

let bench: InboxBench;
let receiver: TestServer;
let open: Deliverer[];
let logged: { level: string; fields: Record<string, unknown>; message: string }[];

beforeEach(async () => {
  bench = await openInboxBench();
  receiver = await openReceiver();
  open = [];
  logged = [];
});
afterEach(async () => {
  await Promise.all(open.map((deliverer) => deliverer.close()));
  await receiver.close();
  await bench.close();
});

function start(change: Partial<DelivererOptions> = {}): Deliverer {
  const log = (level: string) => (fields: object, message: string) =>
    void logged.push({ level, fields: fields as Record<string, unknown>, message });
  const deliverer = new Deliverer({
    db: bench.db,
    webhook: { url: receiver.url, secret: "of the tests", http: createHttpClient() },
    log: { info: log("info"), warn: log("warn") },
    now: bench.now,
    ...change,
  });
  open.push(deliverer);
  return deliverer;
}

async function escalate(message = "Nothing works."): Promise<string> {
  await bench.inbox.sendFeedback(bench.ada, feedbackOf({ message }));
  return bench.escalated.at(-1)!.feedbackId;
}

const ids = () => receiver.requests.map(({ headers }) => headers["idempotency-key"]);
const stateOf = async (id: string) => (await bench.inbox.findFeedback(id)).escalation!;
const until = (condition: () => unknown) => expect.poll(condition, { interval: 5 });

describe("a pending escalation", () => {
  it("is delivered immediately on wake, and only once", async () => {
    const deliverer = start();
    const id = await escalate("Alles kaputt");
    expect(receiver.requests).toEqual([]);
    deliverer.wake();
    await until(() => stateOf(id)).toEqual({
      deliveredAt: "2026-03-01T12:00:00.000Z",
      attempts: 1,
      problem: null,
    });
    expect(JSON.parse(receiver.requests[0]!.body)).toEqual({
      id,
      category: "error",
      severity: "critical",
      message: "Alles kaputt",
      context: null,
      createdAt: "2026-03-01T12:00:00.000Z",
    });
    bench.wait(86_400_000);
    deliverer.wake();
    const next = await escalate();
    deliverer.wake();
    await until(ids).toEqual([id, next]);
    expect(JSON.stringify(logged)).not.toMatch(/kaputt|hush|127\.0\.0\.1/);
    expect(logged[0]).toMatchObject({ level: "info", fields: { feedbackId: id, severity: "critical" } });
  });

  it("is delivered by a deliverer that starts later; feedback of lower severity never is", async () => {
    await bench.inbox.sendFeedback(bench.ada, feedbackOf({ severity: "medium" }));
    const id = await escalate();
    start();
    await until(ids).toEqual([id]);
    await until(async () => (await stateOf(id)).deliveredAt).not.toBeNull();
  });

  it("is delivered with the deepest context that is accepted, and delays no other", async () => {
    const levels = 4_990;
    const context = JSON.parse(`{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`);
    await bench.inbox.sendFeedback(bench.ada, feedbackOf({ context }));
    const deep = bench.escalated.at(-1)!.feedbackId;
    const next = await escalate();
    start();
    await until(() => ids().sort()).toEqual([deep, next].sort());
  });

  it("is delivered even if it was resolved meanwhile", async () => {
    const id = await escalate();
    await bench.inbox.resolveFeedback(id);
    start();
    await until(ids).toEqual([id]);
  });
});

describe("a failed escalation", () => {
  it("is retried with the same id and body, with growing delays, until it succeeds", async () => {
    receiver.answer = status(500);
    const id = await escalate();
    const deliverer = start();
    for (const [attempt, seconds] of [2, 6, 18, 54].entries()) {
      await until(() => stateOf(id)).toMatchObject({ attempts: attempt + 1, problem: "HTTP 500" });
      bench.wait(seconds * 1000 - 1);
      deliverer.wake();
      // A poll one millisecond too early changes nothing; the lease is taken only when something is due.
      await until(() => sql`select * from lease`.execute(bench.db)).toMatchObject({ rows: [] });
      expect(receiver.requests).toHaveLength(attempt + 1);
      bench.wait(1);
      deliverer.wake();
    }
    await until(() => receiver.requests.length).toBe(5);
    receiver.answer = status(200);
    await until(() => stateOf(id)).toMatchObject({ attempts: 5 });
    bench.wait(162_000);
    deliverer.wake();
    await until(() => stateOf(id)).toMatchObject({ attempts: 6, problem: null });
    expect(new Set(ids())).toEqual(new Set([id]));
    expect(new Set(receiver.requests.map(({ body }) => body)).size).toBe(1);
    expect(logged.map(({ level }) => level)).toEqual([...Array(5).fill("warn"), "info"]);
    expect(logged[0]!.fields).toMatchObject({ problem: "HTTP 500", nextAttempt: "2026-03-01T12:00:02.000Z" });
  });

  it("continues after a restart where it left off", async () => {
    receiver.answer = status(503);
    const id = await escalate();
    const first = start();
    await until(async () => (await stateOf(id)).attempts).toBe(1);
    await first.close();
    receiver.answer = status(204);
    bench.wait(2000);
    start();
    await until(() => stateOf(id)).toMatchObject({ attempts: 2, deliveredAt: "2026-03-01T12:00:02.000Z" });
  });

  it("does not delay new ones", async () => {
    receiver.answer = status(500);
    const old = await escalate();
    const first = start();
    await until(async () => (await stateOf(old)).attempts).toBe(1);
    // Both are due before anything is sent again.
    await first.close();
    bench.wait(3_600_000);
    const fresh = await escalate();
    start();
    await until(ids).toEqual([old, fresh, old]);
  });

  it("is retried even when the clock is set back", async () => {
    receiver.answer = status(500);
    const id = await escalate();
    const deliverer = start();
    await until(async () => (await stateOf(id)).attempts).toBe(1);
    receiver.answer = status(204);
    bench.wait(-30 * 86_400_000);
    deliverer.wake();
    await until(async () => (await stateOf(id)).deliveredAt).not.toBeNull();
  });
});

describe("the lease", () => {
  it("makes one of several processes deliver: nothing arrives twice", async () => {
    const expected: string[] = [];
    const deliverers = [start(), start(), start()];
    for (let i = 0; i < 15; i++) {
      expected.push(await escalate());
      for (const deliverer of deliverers) deliverer.wake();
    }
    await until(() => {
      for (const deliverer of deliverers) deliverer.wake();
      return receiver.requests.length;
    }).toBeGreaterThanOrEqual(15);
    await Promise.all(deliverers.map((deliverer) => deliverer.close()));
    expect(ids().sort()).toEqual(expected.sort());
  });

  it("expires when its process was killed, and not while its process is alive", async () => {
    const holder = "killed";
    expect(await acquireLease(bench.db, { holder, now: bench.now() })).toBe(true);
    const id = await escalate();
    const deliverer = start();
    bench.wait(LEASE_MS - 1);
    expect(await acquireLease(bench.db, { holder: "other", now: bench.now() })).toBe(false);
    deliverer.wake();
    bench.wait(1);
    deliverer.wake();
    await until(ids).toEqual([id]);
    await deliverer.close();
    expect(await acquireLease(bench.db, { holder, now: bench.now() })).toBe(true);
    bench.wait(LEASE_MS - 1);
    expect(await acquireLease(bench.db, { holder, now: bench.now() })).toBe(true);
    bench.wait(LEASE_MS - 1);
    expect(await acquireLease(bench.db, { holder: "other", now: bench.now() })).toBe(false);
  });

  it("is free immediately after its release, and only its holder can release it", async () => {
    await acquireLease(bench.db, { holder: "a", now: bench.now() });
    await releaseLease(bench.db, "b");
    expect(await acquireLease(bench.db, { holder: "b", now: bench.now() })).toBe(false);
    await releaseLease(bench.db, "a");
    expect(await acquireLease(bench.db, { holder: "b", now: bench.now() })).toBe(true);
  });

  it("acquired before the clock was set back is ignored", async () => {
    await acquireLease(bench.db, { holder: "a", now: bench.now() });
    bench.wait(-86_400_000);
    expect(await acquireLease(bench.db, { holder: "b", now: bench.now() })).toBe(true);
  });
});

describe("closing", () => {
  it("waits for the attempt in progress, releases the lease and leaves the rest for the next start", async () => {
    let finish = () => {};
    receiver.answer = (response) => {
      finish = () => void response.writeHead(204).end();
    };
    const id = await escalate();
    const later = await escalate();
    const deliverer = start();
    await until(() => receiver.requests.length).toBe(1);
    const closed = deliverer.close();
    finish();
    await closed;
    const first = ids()[0] === id ? id : later;
    expect((await stateOf(first)).deliveredAt).not.toBeNull();
    expect(await stateOf(first === id ? later : id)).toMatchObject({ attempts: 0, deliveredAt: null });
    expect(await acquireLease(bench.db, { holder: "next", now: bench.now() })).toBe(true);
  });

  it("aborts an attempt that does not end, without counting it as failed", async () => {
    receiver.answer = () => {};
    const id = await escalate();
    const deliverer = start({ graceMs: 20 });
    await until(() => receiver.requests.length).toBe(1);
    await deliverer.close();
    expect(await stateOf(id)).toEqual({ attempts: 0, deliveredAt: null, problem: null });
    expect(await acquireLease(bench.db, { holder: "next", now: bench.now() })).toBe(true);
    expect(logged).toEqual([]);
  });
});

it("a delivery that could not be recorded is repeated: at least once, under the same id", async () => {
  const id = await escalate();
  let broken = true;
  const deliverer = start({
    send: async (...sent) => {
      const delivery = await sendEscalation(...sent);
      if (broken) await sql`alter table escalation rename to away`.execute(bench.db);
      return delivery;
    },
  });
  await until(() => logged.length).toBe(1);
  expect(logged[0]).toMatchObject({
    level: "warn",
    message: "the feedback outbox could not be read or written",
  });
  broken = false;
  await sql`alter table away rename to escalation`.execute(bench.db);
  deliverer.wake();
  await until(async () => (await stateOf(id)).deliveredAt).not.toBeNull();
  expect(ids()).toEqual([id, id]);
});
