import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createClient } from "./client.ts";
import type { PriorArtError } from "./errors.ts";
import { type Answer, fakeFetch, json, refusal, silence } from "./fake-fetch.case.ts";
import type { ClientOptions } from "./options.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a call came to, after how many seconds and tries. */
async function outcome(
  answers: Answer[],
  options: Partial<ClientOptions> = {},
  call: "getMe" | "sendFeedback" | "searchProjects" = "getMe",
) {
  const { fetch, asked } = fakeFetch(...answers);
  const client = createClient({ baseUrl: "https://a.example", fetch, ...options });
  const started = Date.now();
  let ended = 0;
  const settled = (client[call] as (input: object) => Promise<unknown>)({}).then(
    () => "done",
    (error: PriorArtError) => error.code ?? error,
  );
  void settled.finally(() => {
    ended = Date.now();
  });
  await vi.runAllTimersAsync();
  return { result: await settled, seconds: (ended - started) / 1000, tries: asked.length };
}

const limited = (wait: string) => refusal(429, "RATE_LIMITED", { "Retry-After": wait });
const down = (headers = {}) => refusal(503, "SERVICE_UNAVAILABLE", headers);
const broken = new TypeError("fetch failed");
const ok = json({});

describe("a call is sent again", () => {
  it("after the seconds that a 429 or a 503 asks for, whatever the operation", async () => {
    for (const call of ["getMe", "searchProjects", "sendFeedback"] as const)
      for (const first of [limited("7"), down({ "Retry-After": "7" })]) {
        const { result, seconds, tries } = await outcome([first, ok], {}, call);
        expect([result, tries]).toEqual(["done", 2]);
        expect(seconds).toBeGreaterThanOrEqual(7);
        expect(seconds).toBeLessThanOrEqual(7.25);
      }
  });

  it("after the date that a 429 names", async () => {
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 9_000).toUTCString();
    const { result, seconds } = await outcome([limited(date), ok]);
    expect(result).toBe("done");
    expect(seconds).toBeGreaterThanOrEqual(9);
    expect(seconds).toBeLessThanOrEqual(10.3);
  });

  it("with growing waits after a failure of the network or of the server, when twice does no harm", async () => {
    for (const failure of [
      broken,
      down(),
      new Response("<html>", { status: 502 }),
      refusal(500, "INTERNAL_ERROR"),
    ]) {
      const { result, seconds, tries } = await outcome([failure, failure, failure, ok]);
      expect([result, tries]).toEqual(["done", 4]);
      // 300, 600 and 1200 ms, of each at least half.
      expect(seconds).toBeGreaterThanOrEqual(1.05);
      expect(seconds).toBeLessThanOrEqual(2.1);
      const once = await outcome([failure, ok], {}, "sendFeedback");
      expect([once.result === "done", once.tries]).toEqual([false, 1]);
    }
  });
});

describe("a call is not sent again", () => {
  it("after an error of the server that may have done it, although it names a time", async () => {
    const failed = refusal(500, "INTERNAL_ERROR", { "Retry-After": "1" });
    expect(await outcome([failed, ok], {}, "sendFeedback")).toMatchObject({
      result: "INTERNAL_ERROR",
      tries: 1,
    });
  });

  it("after a refusal", async () => {
    for (const refused of [
      refusal(400, "INVALID_QUERY"),
      refusal(401, "UNAUTHORIZED"),
      refusal(404, "NOT_FOUND"),
    ])
      expect((await outcome([refused])).tries).toBe(1);
  });

  it("more often than `retries` says", async () => {
    expect(await outcome([limited("1")])).toMatchObject({ result: "RATE_LIMITED", tries: 4 });
    expect(await outcome([limited("1")], { retries: 1 })).toMatchObject({ tries: 2 });
    expect(await outcome([broken], { retries: 0 })).toMatchObject({ result: "UNREACHABLE", tries: 1 });
  });

  it("when the wait is longer than `maxRetryAfter`", async () => {
    expect(await outcome([limited("60"), ok])).toMatchObject({ result: "done" });
    expect(await outcome([limited("61"), ok])).toMatchObject({
      result: "RATE_LIMITED",
      tries: 1,
      seconds: 0,
    });
    expect(await outcome([limited("3600"), ok], { maxRetryAfter: 3600 })).toMatchObject({ result: "done" });
  });

  it("after it took longer than `timeout`, which holds for one try with its response", async () => {
    expect(await outcome([silence], { timeout: 5_000 })).toEqual({ result: "TIMEOUT", seconds: 5, tries: 1 });
    const hanging = await outcome(
      [
        (request) => {
          const body = new ReadableStream({
            start: (controller) =>
              request.signal.addEventListener("abort", () => controller.error(request.signal.reason)),
          });
          return new Response(body);
        },
      ],
      { timeout: 5_000 },
    );
    expect(hanging).toMatchObject({ result: "TIMEOUT", seconds: 5 });
    const late = await outcome([limited("7"), ok], { timeout: 5_000 });
    expect(late).toMatchObject({ result: "done" });
  });
});
