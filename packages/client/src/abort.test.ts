import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createClient } from "./client.ts";
import { type Answer, fakeFetch, file, json, refusal, silence } from "./fake-fetch.case.ts";

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

/** A file that is written by the test, and cut off when its request is aborted. */
function writtenFile() {
  const writers: ReadableStreamDefaultController<Uint8Array>[] = [];
  const answer = (request: Request) =>
    file(
      new ReadableStream<Uint8Array>({
        start(controller) {
          writers.push(controller);
          request.signal.addEventListener("abort", () => controller.error(request.signal.reason));
        },
      }),
    );
  return { answer, writers };
}

it("a stream may take longer than a try, and gives its place back when it is aborted or cancelled", async () => {
  const given = new AbortController();
  const { answer, writers } = writtenFile();
  const { client, asked } = clientOf(answer);
  const stream = await client.streams.exportProjects({}, { signal: given.signal, timeout: 1_000 });
  const next = client.streams.exportProjects({});
  const reader = stream.getReader();
  await vi.advanceTimersByTimeAsync(5_000);
  writers[0]!.enqueue(new Uint8Array([1]));
  expect((await reader.read()).value).toEqual(new Uint8Array([1]));
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

it("a stream that was read to its end or cut off gives its place back", async () => {
  const { answer, writers } = writtenFile();
  const { client, asked } = clientOf(answer);
  const whole = await client.streams.exportProjects({});
  writers[0]!.close();
  expect(await new Response(whole).text()).toBe("");
  const cut = await client.streams.exportProjects({});
  writers[1]!.error(new TypeError("terminated"));
  await expect(new Response(cut).text()).rejects.toMatchObject({ code: "UNREACHABLE" });
  await client.streams.exportProjects({});
  expect(asked).toHaveLength(3);
});
