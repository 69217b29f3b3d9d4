/** A call of a tool: its turn, its slot, its count, its validation. */
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { RateLimits } from "../../accounts/rate-limits/types.ts";
import { ApiError } from "../../contract/api/errors.ts";
import { StorageError } from "../../database/storage-error.ts";
import { caller, openLimits, rateLimitResult, refusedResult } from "../fakes.case.ts";
import type { ServerPorts } from "../ports.ts";
import { callerPort, createTurns } from "./caller-port.ts";

const never = new AbortController().signal;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Change {
  limits?: Partial<RateLimits>;
  concurrencyLimit?: number;
  execute?: ServerPorts["execute"];
  disconnected?: AbortSignal;
}

function open({ limits, concurrencyLimit = 2, execute, disconnected = never }: Change = {}) {
  const executed: unknown[][] = [];
  const ports = {
    limits: { ...openLimits(8), ...limits },
    concurrencyLimit,
    execute: execute ?? (async (...given: unknown[]) => ({ executed: executed.push(given) })),
  };
  const turns = createTurns(ports);
  return { executed, port: callerPort({ ports, turns, caller, disconnected }) };
}
const search = (port: ReturnType<typeof open>["port"], signal = never) =>
  port.execute("searchProjects", { query: "solar" }, signal);
const settled = async (work: Promise<unknown>) => {
  let outcome: unknown = "pending";
  work.then(
    (value) => (outcome = value),
    (error) => (outcome = error),
  );
  await vi.advanceTimersByTimeAsync(0);
  return outcome;
};

test("executes for the caller with validated input; a worker's text is parsed", async () => {
  const { port, executed } = open();
  expect(port.offers("searchProjects")).toBe(true);
  expect(await search(port)).toEqual({ executed: 1 });
  expect(executed).toMatchObject([["searchProjects", { query: "solar", offset: 0 }, caller]]);
  expect(await search(open({ execute: async () => '{"a":1}' }).port)).toEqual({ a: 1 });
});

test("invalid input is refused, after it was counted", async () => {
  const counted: string[] = [];
  const consume = async (group: string, account: string) => {
    counted.push(`${group} ${account}`);
    return rateLimitResult();
  };
  const { port, executed } = open({ limits: { consume } });
  await expect(port.execute("searchProjects", { limit: -1 }, never)).rejects.toMatchObject({
    code: "INVALID_QUERY",
  });
  expect([counted, executed]).toEqual([["search account-1"], []]);
  // Has no limit: nothing is counted.
  await port.execute("getStatus", {}, never);
  expect(counted).toHaveLength(1);
});

test("beyond the limit a call is refused with the wait", async () => {
  const { port, executed } = open({ limits: { consume: async () => refusedResult } });
  await expect(search(port)).rejects.toMatchObject({
    code: "RATE_LIMITED",
    message: "At most 30 search requests per 60 s; wait 17 s, then retry",
  });
  expect(executed).toEqual([]);
});

test("faults of the limits are 503, faults of the use case 500 without their text; refusals stay as they are", async () => {
  const broken = async () => Promise.reject(new Error("disk"));
  for (const limits of [{ consume: broken }, { acquire: broken }])
    await expect(search(open({ limits }).port)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const failing = (error: unknown) => search(open({ execute: () => Promise.reject(error) }).port);
  await expect(failing(new Error("secret"))).rejects.toMatchObject({
    code: "INTERNAL_ERROR",
    message: expect.not.stringContaining("secret"),
  });
  const storage = new StorageError("locked", { cause: new Error("busy") });
  await expect(failing(storage)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  const refusal = new ApiError("NOT_FOUND", "No project has this slug");
  await expect(failing(refusal)).rejects.toBe(refusal);
});

/** Calls that end when the test says so. */
function held() {
  const ends: (() => void)[] = [];
  const execute = () => new Promise<object>((resolve) => ends.push(() => resolve({})));
  return { ends, execute };
}

test("as many calls as configured run concurrently, the others get their turn in order", async () => {
  const { ends, execute } = held();
  const limits = openLimits(8);
  const { port } = open({ execute, limits });
  const calls = Array.from({ length: 4 }, () => search(port));
  await vi.advanceTimersByTimeAsync(29_999);
  expect([ends.length, limits.inFlight()]).toEqual([2, 2]);
  ends[0]!();
  await calls[0];
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(3);
  // Status takes neither a turn nor a slot.
  expect(await settled(open().port.execute("getStatus", {}, never))).toEqual({ executed: 1 });
  for (const end of ends) end();
  await vi.advanceTimersByTimeAsync(0);
  ends[3]!();
  await Promise.all(calls);
  expect(limits.inFlight()).toBe(0);
});

test("a call waits 30 s for its turn, and 64 calls of an account wait at most", async () => {
  const { execute } = held();
  const { port } = open({ execute, concurrencyLimit: 1 });
  void search(port);
  const waiting = Array.from({ length: 64 }, () => search(port).catch((error: ApiError) => error.code));
  await vi.advanceTimersByTimeAsync(0);
  expect(await settled(search(port))).toMatchObject({
    code: "RATE_LIMITED",
    headers: { "RateLimit-Policy": '"concurrency";q=1;qu="concurrent-requests"' },
  });
  await vi.advanceTimersByTimeAsync(29_999);
  expect(await settled(waiting[0]!)).toBe("pending");
  await vi.advanceTimersByTimeAsync(1);
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(["RATE_LIMITED"]));
});

test("a slot that requests of the API hold is tried for again, for 30 s, and the turn passes on", async () => {
  let tries = 0;
  let isFree = false;
  const acquire = async () => (++tries && isFree ? () => {} : null);
  /** The pause between two tries is not faked. */
  const triedTwiceMore = async () => {
    const before = tries;
    while (tries < before + 2) await pause(5);
  };
  const { port } = open({ limits: { acquire }, concurrencyLimit: 1 });
  const first = search(port).catch((error: ApiError) => error.code);
  await triedTwiceMore();
  vi.advanceTimersByTime(30_000);
  await triedTwiceMore();
  expect(await settled(first)).toBe("pending");
  vi.advanceTimersByTime(1);
  expect(await first).toBe("RATE_LIMITED");
  const second = search(port);
  await triedTwiceMore();
  isFree = true;
  expect(await second).toEqual({ executed: 1 });
});

test.each(["the client disconnects", "the call is cancelled"])("nothing is executed once %s", async (why) => {
  const gone = new AbortController();
  const isClient = why === "the client disconnects";
  const { port, executed } = open({
    limits: { acquire: async () => null },
    ...(isClient && { disconnected: gone.signal }),
  });
  const call = search(port, isClient ? never : gone.signal).catch((error: ApiError) => error.code);
  expect(await settled(call)).toBe("pending");
  gone.abort();
  expect([await call, executed]).toEqual(["RATE_LIMITED", []]);
});

test("a fault of the limits passes the turn on", async () => {
  let isBroken = true;
  const acquire = async () => (isBroken ? Promise.reject(new Error("disk")) : () => {});
  const { port } = open({ limits: { acquire }, concurrencyLimit: 1 });
  await expect(search(port)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  isBroken = false;
  expect(await search(port)).toEqual({ executed: 1 });
});
