import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConcurrencyLimiter } from "./concurrency-limiter.ts";
import type { Release } from "./types.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const never = new AbortController().signal;

/** A limiter that records the outcome of each request, by its number. */
function watch(settings: { limit: number; waitMs: number }) {
  const limiter = new ConcurrencyLimiter(settings);
  const outcomes: ("waiting" | "refused" | Release)[] = [];
  const clients: AbortController[] = [];
  return {
    outcomes,
    states: () => outcomes.map((outcome) => (typeof outcome === "function" ? "running" : outcome)),
    ask(account = "ada") {
      const index = outcomes.push("waiting") - 1;
      const client = new AbortController();
      clients.push(client);
      void limiter.acquire(account, client.signal).then((release) => {
        outcomes[index] = release ?? "refused";
      });
    },
    disconnect: (index: number) => clients[index]!.abort(),
    release: (index: number) => (outcomes[index] as Release)(),
    /** Advances the fake clock by this many milliseconds and lets promises settle. */
    after: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
  };
}

test("beyond two in flight, eight wait in order of arrival; the next is refused", async () => {
  const at = watch({ limit: 2, waitMs: 1_000 });
  for (let i = 0; i < 11; i++) at.ask();
  await at.after(999);
  expect(at.states()).toEqual(["running", "running", ...Array(8).fill("waiting"), "refused"]);
  at.release(1);
  at.release(0);
  await at.after(0);
  expect(at.states().slice(2)).toEqual(["running", "running", ...Array(6).fill("waiting"), "refused"]);
  await at.after(1);
  expect(at.states().slice(4)).toEqual(Array(7).fill("refused"));
});

test("a request whose wait timed out leaves the queue", async () => {
  const at = watch({ limit: 1, waitMs: 1_000 });
  at.ask();
  for (let i = 0; i < 8; i++) at.ask();
  await at.after(1_000);
  at.ask();
  await at.after(500);
  expect(at.states()).toEqual(["running", ...Array(8).fill("refused"), "waiting"]);
  at.release(0);
  await at.after(0);
  expect(at.states().at(-1)).toBe("running");
});

test("a client that disconnects leaves the queue; one that has already disconnected is refused", async () => {
  const at = watch({ limit: 1, waitMs: 1_000 });
  at.ask();
  at.ask();
  at.ask();
  at.disconnect(1);
  await at.after(0);
  expect(at.states()).toEqual(["running", "refused", "waiting"]);
  at.release(0);
  await at.after(0);
  expect(at.states()).toEqual(["running", "refused", "running"]);
  const limiter = new ConcurrencyLimiter({ limit: 1, waitMs: 0 });
  expect(await limiter.acquire("ada", AbortSignal.abort())).toBeNull();
  expect(await limiter.acquire("ada", never)).not.toBeNull();
});

test("a slot stays taken after its client disconnects, until the work ends", async () => {
  const at = watch({ limit: 1, waitMs: 0 });
  at.ask();
  await at.after(0);
  at.disconnect(0);
  at.ask();
  await at.after(0);
  expect(at.states()).toEqual(["running", "refused"]);
});

test("without a wait the third is refused immediately; a limit of 0 refuses nothing", async () => {
  const limiter = new ConcurrencyLimiter({ limit: 2, waitMs: 0 });
  const first = await limiter.acquire("ada", never);
  expect(await limiter.acquire("ada", never)).not.toBeNull();
  expect(await limiter.acquire("ada", never)).toBeNull();
  expect(await limiter.acquire("bob", never)).not.toBeNull();
  first!();
  first!();
  expect(await limiter.acquire("ada", never)).not.toBeNull();
  expect(await limiter.acquire("ada", never)).toBeNull();
  const off = new ConcurrencyLimiter({ limit: 0, waitMs: 0 });
  for (let i = 0; i < 20; i++) expect(await off.acquire("ada", never)).not.toBeNull();
});

test("a wait that ended leaves no timer running", async () => {
  const at = watch({ limit: 1, waitMs: 60_000 });
  at.ask();
  at.ask();
  at.ask();
  await at.after(0);
  expect(vi.getTimerCount()).toBe(2);
  at.disconnect(2);
  at.release(0);
  expect(vi.getTimerCount()).toBe(0);
});

type Step = { ask: string } | { release: number } | { disconnect: number } | { pass: number };

/** A naive oracle: every request in one list, scanned again at each step. */
function naive({ limit, waitMs }: { limit: number; waitMs: number }) {
  const requests: { account: string; state: string; since: number }[] = [];
  let now = 0;
  const of = (account: string, state: string) =>
    requests.filter((one) => one.account === account && one.state === state);
  const next = (account: string) => {
    const [first] = of(account, "waiting");
    if (first && of(account, "running").length < limit) first.state = "running";
  };
  return {
    states: () => requests.map(({ state }) => state),
    take(step: Step) {
      if ("ask" in step) {
        const account = step.ask;
        const free = of(account, "running").length < limit;
        const mayWait = waitMs > 0 && of(account, "waiting").length < 8;
        requests.push({ account, state: free ? "running" : mayWait ? "waiting" : "refused", since: now });
      } else if ("release" in step) {
        const one = requests[step.release];
        if (one?.state !== "running") return;
        one.state = "done";
        next(one.account);
      } else if ("disconnect" in step) {
        const one = requests[step.disconnect];
        if (one?.state === "waiting") one.state = "refused";
      } else {
        now += step.pass;
        for (const one of requests)
          if (one.state === "waiting" && one.since + waitMs <= now) one.state = "refused";
      }
    },
  };
}

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ ask: fc.constantFrom("ada", "bob") }) },
    { weight: 3, arbitrary: fc.record({ release: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ disconnect: fc.nat(20) }) },
    { weight: 1, arbitrary: fc.record({ pass: fc.nat(150) }) },
  ),
  { maxLength: 60 },
);

test("for any sequence of requests, releases, aborts and waits, outcomes equal those of a naive list", async () => {
  const settings = fc.record({ limit: fc.integer({ min: 1, max: 3 }), waitMs: fc.constantFrom(0, 100) });
  await fc.assert(
    fc.asyncProperty(settings, steps, async (limits, taken) => {
      const at = watch(limits);
      const twin = naive(limits);
      const done = new Set<number>();
      for (const step of taken) {
        twin.take(step);
        if ("ask" in step) at.ask(step.ask);
        else if ("release" in step) {
          if (at.states()[step.release] === "running") {
            at.release(step.release);
            done.add(step.release);
          }
        } else if ("disconnect" in step) {
          if (step.disconnect < at.outcomes.length) at.disconnect(step.disconnect);
        } else await at.after(step.pass);
        await at.after(0);
        expect(at.states().map((state, index) => (done.has(index) ? "done" : state))).toEqual(twin.states());
      }
    }),
    { numRuns: 300 },
  );
});
