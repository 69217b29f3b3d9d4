import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createClient } from "./client.ts";
import { type Answer, fakeFetch, json, refusal, silence } from "./fake-fetch.case.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const clientOf = (answer: Answer, signal?: AbortSignal) => {
  const { fetch, asked } = fakeFetch(answer);
  return { client: createClient({ baseUrl: "https://a.example", fetch, signal, maxInFlight: 1 }), asked };
};

it("an aborted call rejects with the signal's reason: before it is sent, while it is, and between tries", async () => {
  const reason = new Error("no longer needed");
  const early = clientOf(json({}));
  await expect(early.client.getMe({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(early.asked).toEqual([]);
  for (const answer of [silence, refusal(429, "RATE_LIMITED", { "Retry-After": "30" })]) {
    const given = new AbortController();
    const { client, asked } = clientOf(answer);
    const call = client.getMe({}, { signal: given.signal });
    const refused = expect(call).rejects.toBe(reason);
    await vi.advanceTimersByTimeAsync(1_000);
    given.abort(reason);
    await refused;
    expect(asked).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  }
});

it("a call that waits for its turn can be aborted, and its turn is not lost", async () => {
  const answers: (() => void)[] = [];
  const { client, asked } = clientOf(
    () => new Promise((resolve) => answers.push(() => resolve(json({ authenticated: true })))),
  );
  const given = new AbortController();
  const first = client.getStatus();
  const second = client.getStatus({}, { signal: given.signal });
  const third = client.getStatus();
  const refused = expect(second).rejects.toMatchObject({ name: "AbortError" });
  given.abort();
  await refused;
  expect(asked).toHaveLength(1);
  answers[0]!();
  await first;
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toHaveLength(2);
  answers[1]!();
  expect(await third).toEqual({ authenticated: true });
});

it("the client's signal aborts all its calls, and calls forget both signals when they end", async () => {
  const given = new AbortController();
  const added = vi.spyOn(given.signal, "addEventListener");
  const removed = vi.spyOn(given.signal, "removeEventListener");
  const working = clientOf(json({}), given.signal);
  await working.client.getMe();
  await working.client.getMe();
  expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([2, 2]);
  const { client } = clientOf(silence, given.signal);
  const calls = [client.getMe(), client.getMe()];
  const refused = calls.map((call) => expect(call).rejects.toMatchObject({ name: "AbortError" }));
  given.abort();
  await Promise.all(refused);
});

it("an aborted stream ends with the reason, and gives its place back", async () => {
  const given = new AbortController();
  const endless = (request: Request) =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([1]));
          request.signal.addEventListener("abort", () => controller.error(request.signal.reason));
        },
      }),
    );
  const { client, asked } = clientOf(endless);
  const stream = await client.streams.exportProjects({}, { signal: given.signal, timeout: 1_000 });
  const next = client.streams.exportProjects({});
  const reader = stream.getReader();
  await reader.read();
  // The time limit is for the beginning of a stream only.
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toHaveLength(1);
  const read = expect(reader.read()).rejects.toMatchObject({ name: "AbortError" });
  given.abort();
  await read;
  const second = await next;
  expect(asked).toHaveLength(2);
  await second.cancel();
  await (await client.streams.exportProjects({})).cancel();
  expect(asked).toHaveLength(3);
});
