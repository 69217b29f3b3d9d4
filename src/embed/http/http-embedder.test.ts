import { afterEach, beforeEach, expect, test } from "vitest";
import { EmbeddingError } from "../embedder.ts";
import {
  sendJson,
  sendStatus,
  sendVectors,
  startEndpoint,
  type TestEndpoint,
  vectorOf,
} from "./endpoint.case.ts";
import { createHttpEmbedder, parseHttpVersion } from "./http-embedder.ts";
import type { HttpEmbedderOptions, Pace } from "./options.ts";

let endpoint: TestEndpoint;
let failures: string[];

beforeEach(async () => {
  endpoint = await startEndpoint();
  failures = [];
});

afterEach(() => endpoint.close());

function embedder(pace: Partial<Pace> = {}, options: Partial<HttpEmbedderOptions> = {}) {
  return createHttpEmbedder({
    url: endpoint.url,
    model: "tiny",
    key: "sk-secret",
    onFailure: (message) => failures.push(message),
    ...options,
    pace: { firstDelayMs: 1, concurrency: 1, ...pace },
  });
}

function unit(text: string): Float32Array {
  const vector = vectorOf(text);
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}

const words = (count: number) =>
  Array.from({ length: count }, (_, i) => `${String.fromCharCode(97 + i)}`.repeat(i + 1));

test("the probe determines the length; version and request contain model, key and format", async () => {
  const made = await embedder();
  expect([made.version, made.dimensions]).toEqual(["http:tiny:4", 4]);
  expect(parseHttpVersion(made.version)).toEqual({ model: "tiny", dimensions: 4 });
  expect(parseHttpVersion("http:org/model:v2:1024")).toEqual({ model: "org/model:v2", dimensions: 1024 });
  expect(parseHttpVersion("fitted:1")).toBeNull();
  expect(endpoint.requests[0]).toMatchObject({ model: "tiny", encoding_format: "float" });
  expect(endpoint.requests[0]).not.toHaveProperty("dimensions");
  expect(endpoint.requests[0]!.headers.authorization).toBe("Bearer sk-secret");
});

test("without a key no Authorization is sent; a known length saves the probe", async () => {
  const made = await embedder({}, { key: null, expectedDimensions: 4 });
  expect(endpoint.requests).toHaveLength(0);
  await made.embedQuery("hello");
  expect(endpoint.requests[0]!.headers.authorization).toBeUndefined();
});

test("the requested length is in the request, and an endpoint that ignores it is refused", async () => {
  await expect(embedder({}, { dimensions: 256 })).rejects.toThrow(
    "a vector of 4 numbers where 256 are expected",
  );
  expect(endpoint.requests[0]!.dimensions).toBe(256);
  expect((await embedder({}, { dimensions: 4 })).dimensions).toBe(4);
});

test("vectors are returned with length 1, in the order of the texts, in any response order", async () => {
  const made = await embedder();
  endpoint.answer = (request, response) =>
    sendJson(response, {
      data: request.input.map((text, index) => ({ index, embedding: vectorOf(text) })).reverse(),
    });
  const texts = words(7);
  expect(await made.embedTexts(texts)).toEqual(texts.map(unit));
});

test("a response without indexes is read in order", async () => {
  const made = await embedder();
  endpoint.answer = (request, response) =>
    sendJson(response, { data: request.input.map((text) => ({ embedding: vectorOf(text) })) });
  expect(await made.embedTexts(["a", "bb"])).toEqual([unit("a"), unit("bb")]);
});

test("batches obey their limits of texts and characters; a longer text is sent alone, a blank one not at all", async () => {
  const made = await embedder({ batchTexts: 3, batchCharacters: 10 });
  endpoint.requests.length = 0;
  const texts = ["aaaa", "bbbb", "  ", "cccc", "d".repeat(50), "e", "f", "g", "h"];
  const vectors = await made.embedTexts(texts);
  expect(endpoint.requests.map((request) => request.input)).toEqual([
    ["aaaa", "bbbb"],
    ["cccc"],
    ["d".repeat(50)],
    ["e", "f", "g"],
    ["h"],
  ]);
  expect(vectors).toEqual(texts.map((text) => (text.trim() === "" ? null : unit(text))));
  expect(await made.embedTexts([])).toEqual([]);
});

test("batches run concurrently, up to the limit", async () => {
  const made = await embedder({ batchTexts: 1, concurrency: 3 });
  const held: (() => void)[] = [];
  endpoint.answer = (request, response) => {
    held.push(() => sendVectors(response, request.input.map(vectorOf)));
    if (held.length === 3) for (const send of held.splice(0)) send();
  };
  const texts = words(9);
  expect(await made.embedTexts(texts)).toEqual(texts.map(unit));
  expect(endpoint.busiest).toBe(3);
});

test("429 is retried, not before Retry-After", async () => {
  const made = await embedder();
  endpoint.requests.length = 0;
  endpoint.answer = (request, response) =>
    endpoint.requests.length === 1
      ? sendStatus(response, 429, { "retry-after": "1" })
      : sendVectors(response, request.input.map(vectorOf));
  expect(await made.embedTexts(["a"])).toEqual([unit("a")]);
  expect(endpoint.requests[1]!.at - endpoint.requests[0]!.at).toBeGreaterThanOrEqual(990);
});

test("a Retry-After beyond the longest wait is capped; a date is understood", async () => {
  const made = await embedder({ longestDelayMs: 20 });
  const headers = ["3600", new Date(Date.now() + 3_600_000).toUTCString(), "soon"];
  endpoint.answer = (request, response) =>
    headers.length > 0
      ? sendStatus(response, 429, { "retry-after": headers.shift() })
      : sendVectors(response, request.input.map(vectorOf));
  expect(await made.embedTexts(["a"])).toEqual([unit("a")]);
});

test.each([500, 502, 503, 408])("status %d is retried with growing delays", async (status) => {
  const made = await embedder({ firstDelayMs: 40, attempts: 3 });
  endpoint.requests.length = 0;
  endpoint.answer = (request, response) =>
    endpoint.requests.length < 3
      ? sendStatus(response, status)
      : sendVectors(response, request.input.map(vectorOf));
  expect(await made.embedTexts(["a", "b"])).toEqual([unit("a"), unit("b")]);
  const [first, second, third] = endpoint.requests.map((request) => request.at);
  expect(second! - first!).toBeGreaterThanOrEqual(19);
  expect(third! - second!).toBeGreaterThanOrEqual(39);
  expect(failures).toEqual([]);
});

test("a broken connection is retried", async () => {
  const made = await embedder();
  let cuts = 2;
  endpoint.answer = (request, response) =>
    cuts-- > 0 ? response.destroy() : sendVectors(response, request.input.map(vectorOf));
  expect(await made.embedTexts(["a"])).toEqual([unit("a")]);
});

test("a timeout is retried", async () => {
  const made = await embedder({ timeoutMs: 100 });
  let silent = 1;
  endpoint.answer = (request, response) => {
    if (silent-- > 0) return;
    sendVectors(response, request.input.map(vectorOf));
  };
  expect(await made.embedTexts(["a"])).toEqual([unit("a")]);
});

test.each([400, 413, 422, 500])("one text refused with %d does not affect the others", async (status) => {
  const made = await embedder({ attempts: 2 });
  endpoint.requests.length = 0;
  endpoint.answer = (request, response) =>
    request.input.includes("bad")
      ? sendStatus(response, status)
      : sendVectors(response, request.input.map(vectorOf));
  const texts = [...words(10), "bad", ...words(10)];
  expect(await made.embedTexts(texts)).toEqual(texts.map((text) => (text === "bad" ? null : unit(text))));
  expect(failures).toEqual([`The embeddings endpoint ${endpoint.url} failed: status ${status}`]);
  const whole = endpoint.requests.filter((request) => request.input.length === texts.length);
  expect(whole).toHaveLength(status === 500 ? 2 : 1);
});

test.each([401, 403, 404, 405])(
  "status %d ends the run immediately: no other request can succeed",
  async (status) => {
    const made = await embedder({ batchTexts: 1 });
    endpoint.requests.length = 0;
    endpoint.answer = (_, response) => sendStatus(response, status);
    expect(await made.embedTexts(["a", "b", "c"])).toEqual([null, null, null]);
    expect(endpoint.requests).toHaveLength(1);
    expect(failures[0]).toMatch(new RegExp(`status ${status}; check PRIORART_EMBEDDINGS_`));
  },
);

test("an endpoint that is down is given up, not called for every text", async () => {
  const made = await embedder({ batchTexts: 1, attempts: 2 });
  endpoint.requests.length = 0;
  endpoint.answer = (_, response) => sendStatus(response, 503);
  const texts = Array.from({ length: 200 }, (_, i) => `text ${i}`);
  expect(await made.embedTexts(texts)).toEqual(texts.map(() => null));
  expect(endpoint.requests).toHaveLength(32);
});

const garbage: [string, unknown, string][] = [
  ["no JSON", "<html>", "the response is not JSON"],
  ["another shape", { vectors: [] }, "is not of the shape"],
  ["a vector missing", { data: [] }, "holds 0 vectors for 1 texts"],
  ["an index out of range", { data: [{ index: 1, embedding: [1, 0, 0, 0] }] }, "index 1 is out of range"],
  [
    "a wrong length",
    { data: [{ index: 0, embedding: [1, 0] }] },
    "a vector of 2 numbers where 4 are expected",
  ],
  ["an infinite number", '{"data":[{"index":0,"embedding":[1e999,0,0,0]}]}', "no finite numbers"],
  ["a number as text", { data: [{ index: 0, embedding: ["1", 0, 0, 0] }] }, "no finite numbers"],
  ["zeros alone", { data: [{ index: 0, embedding: [0, 0, 0, 0] }] }, "no finite numbers"],
];

test.each(garbage)("%s is not a vector, and is not retried", async (_, body, reason) => {
  const made = await embedder();
  endpoint.requests.length = 0;
  endpoint.answer = (_request, response) =>
    typeof body === "string" ? response.end(body) : sendJson(response, body);
  expect(await made.embedTexts(["a"])).toEqual([null]);
  expect(endpoint.requests).toHaveLength(1);
  expect(failures).toEqual([expect.stringContaining(reason)]);
  await expect(made.embedQuery("a")).rejects.toThrow(EmbeddingError);
});

test("two vectors under one index, or of two lengths, are refused", async () => {
  const made = await embedder();
  for (const data of [
    [0, 0].map((index) => ({ index, embedding: [1, 0, 0, 0] })),
    [4, 5].map((length, index) => ({ index, embedding: Array(length).fill(1) })),
  ]) {
    endpoint.answer = (request, response) =>
      request.input.length > 1
        ? sendJson(response, { data })
        : sendVectors(response, request.input.map(vectorOf));
    expect(await made.embedTexts(["a", "b"])).toEqual([unit("a"), unit("b")]);
  }
});

test("a query is sent once and then cached, the least recently used evicted first", async () => {
  const made = await embedder({ cachedQueries: 2 });
  endpoint.requests.length = 0;
  const first = await made.embedQuery("one");
  expect(first).toEqual(unit("one"));
  first!.fill(0);
  await made.embedQuery("two");
  expect(await made.embedQuery("one")).toEqual(unit("one"));
  await made.embedQuery("three");
  await made.embedQuery("one");
  await made.embedQuery("two");
  expect(endpoint.requests.map((request) => request.input[0])).toEqual(["one", "two", "three", "two"]);
  expect(await made.embedQuery(" \n")).toBeNull();
});

test("a query does not wait beyond its budget, for a silent endpoint or a long Retry-After", async () => {
  const hasty = await embedder({ queryBudgetMs: 150 });
  endpoint.answer = () => {};
  await expect(hasty.embedQuery("a")).rejects.toThrow(/no complete response within \d+ ms/);
  endpoint.answer = (_, response) => sendVectors(response, [vectorOf("probe")]);
  const made = await embedder({ queryBudgetMs: 10_000 });
  endpoint.answer = (_, response) => sendStatus(response, 429, { "retry-after": "60" });
  const started = Date.now();
  await expect(made.embedQuery("a")).rejects.toThrow("status 429");
  expect(Date.now() - started).toBeLessThan(40_000);
});

test("a failed query is not cached", async () => {
  const made = await embedder();
  endpoint.answer = (_, response) => sendStatus(response, 400);
  await expect(made.embedQuery("a")).rejects.toThrow(EmbeddingError);
  endpoint.answer = (request, response) => sendVectors(response, request.input.map(vectorOf));
  expect(await made.embedQuery("a")).toEqual(unit("a"));
});

test("an abort ends requests and waits immediately, with its reason", async () => {
  const made = await embedder({ firstDelayMs: 60_000 });
  const stop = new Error("stopped");
  for (const answer of [
    () => {},
    (_: unknown, response: Parameters<TestEndpoint["answer"]>[1]) => sendStatus(response, 500),
  ]) {
    endpoint.answer = answer;
    const controller = new AbortController();
    const asked = endpoint.requests.length;
    const run = made.embedTexts(["a", "b"], controller.signal);
    const outcome = expect(run).rejects.toBe(stop);
    await expect.poll(() => endpoint.requests.length).toBeGreaterThan(asked);
    controller.abort(stop);
    await outcome;
  }
  await expect(made.embedTexts(["a"], AbortSignal.abort(stop))).rejects.toBe(stop);
});

test("no message contains the text, the key or the URL's query string", async () => {
  const { url } = endpoint;
  endpoint.answer = (_, response) => sendStatus(response, 401);
  const failed = await embedder({}, { url: `${url}?api-key=hidden` }).catch((error: Error) => error);
  expect(failed).toBeInstanceOf(EmbeddingError);
  const made = await embedder({}, { expectedDimensions: 4 });
  endpoint.answer = (_, response) => void response.end("secret");
  await made.embedTexts(["secret"]);
  const messages = [(failed as Error).message, (failed as Error).stack, ...failures].join("\n");
  expect(messages).toContain(url);
  expect(messages).not.toMatch(/hidden|sk-secret|: secret|text was/);
});

test("a redirect is not followed: texts and key are sent only to the configured endpoint", async () => {
  const other = await startEndpoint();
  endpoint.answer = (_, response) => sendStatus(response, 307, { location: other.url });
  await expect(embedder()).rejects.toThrow("status 307; redirects are not followed, set the final URL");
  expect(other.requests).toEqual([]);
  await other.close();
});

test("a name that resolves to a private address is refused, unless it is listed", async () => {
  const url = endpoint.url.replace("127.0.0.1", "embeddings.example.org");
  const resolve = async () => ["127.0.0.1"];
  await expect(embedder({}, { url, resolve })).rejects.toThrow(
    "add the host to PRIORART_ALLOW_PRIVATE_HOSTS",
  );
  expect(endpoint.requests).toEqual([]);
  const listed = { url, resolve, allowPrivateHosts: ["embeddings.example.org"] };
  expect((await embedder({}, listed)).dimensions).toBe(4);
});

test("an endpoint without a listener is named with the reason", async () => {
  const gone = await startEndpoint();
  await gone.close();
  await expect(embedder({}, { url: gone.url })).rejects.toThrow(
    `The embeddings endpoint ${gone.url} failed: no connection (ECONNREFUSED)`,
  );
});
