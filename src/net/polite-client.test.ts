import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type TestClock, testClock } from "./clock.case.ts";
import { getIfChanged, maxPageBytes, type Validators } from "./conditional-get.ts";
import { createHttpClient } from "./http-client.ts";
import type { HttpError } from "./http-error.ts";
import { createPoliteClient, type PoliteClient } from "./polite-client.ts";
import { redirect, startServer, status, type TestServer, text } from "./server.case.ts";

let server: TestServer;
let clock: TestClock;
let client: PoliteClient;

beforeEach(async () => {
  server = await startServer(text("ok"));
  clock = testClock();
  client = createPoliteClient(createHttpClient({ allowPrivateHosts: ["127.0.0.1"] }), {
    version: "1.2.3",
    clock,
    random: () => 0,
  });
});
afterEach(() => server.close());

const limits = { timeoutMs: 60_000, maxBytes: 1_000 };
const send = (path = "/", signal?: AbortSignal) =>
  client.send({ url: `${server.url}${path}`, signal, ...limits });
const outcome = (path?: string) =>
  send(path).then(
    (response) => response.status,
    (error: HttpError) => `${error.kind}: ${error.message}`,
  );

describe("a polite client", () => {
  it("names itself, unless the caller does", async () => {
    await send();
    await client.send({ url: server.url, headers: { "user-agent": "Other" }, ...limits });
    expect(server.requests.map(({ headers }) => headers["user-agent"])).toEqual([
      "Prior-Art-Sync/1.2.3",
      "Other",
    ]);
  });

  it.each([429, 500, 502, 503, 504])("repeats a %i three times with growing pauses", async (code) => {
    server.answer = status(code);
    expect(await outcome()).toBe(code);
    expect(server.requests).toHaveLength(4);
    expect(clock.slept).toEqual([500, 1_000, 2_000]);
  });

  it.each([400, 403, 404, 501])("does not repeat a %i", async (code) => {
    server.answer = status(code);
    expect(await outcome()).toBe(code);
    expect(server.requests).toHaveLength(1);
  });

  it("repeats after a broken connection and a truncated body", async () => {
    server.answer = (response) => {
      if (server.requests.length === 1) response.destroy();
      else if (server.requests.length === 2) {
        response.writeHead(200, { "Content-Length": "100" }).write("part");
        setImmediate(() => response.destroy());
      } else response.end("whole");
    };
    expect((await send()).body.toString()).toBe("whole");
    expect(server.requests).toHaveLength(3);
  });

  it("does not repeat a POST, an answer that is too large, or one that is too late", async () => {
    server.answer = status(503);
    await client.send({ url: server.url, method: "POST", body: "x", ...limits });
    server.answer = text("x".repeat(1_001));
    expect(await outcome()).toContain("size");
    server.answer = () => {};
    await expect(client.send({ url: server.url, timeoutMs: 50, maxBytes: 1 })).rejects.toThrow(
      "within 50 ms",
    );
    expect(server.requests).toHaveLength(3);
  });

  it("waits as long as the server asks", async () => {
    server.answer = (response, request) => {
      if (server.requests.length > 1) text("ok")(response, request);
      else response.writeHead(429, { "Retry-After": "60" }).end();
    };
    expect(await outcome()).toBe(200);
    expect(clock.slept).toEqual([60_000]);
  });

  it("does not wait longer than a minute, and leaves the host alone for as long as asked, at most an hour", async () => {
    server.answer = text("", 429, { "Retry-After": "61" });
    expect(await outcome()).toBe(429);
    expect(await outcome("/other")).toBe(
      "paused: the host failed repeatedly or asked to wait; it is asked again in 2 min",
    );
    expect(server.requests).toHaveLength(1);
    await clock.sleep(61_000);
    server.answer = text("", 503, { "Retry-After": "999999" });
    expect(await outcome()).toBe(503);
    await clock.sleep(3_600_000);
    server.answer = text("ok");
    expect(await outcome()).toBe(200);
  });

  it("leaves a host alone after ten requests failed in a row, and asks it again ten minutes later", async () => {
    server.answer = status(500);
    for (let request = 0; request < 9; request++) expect(await outcome()).toBe(500);
    server.answer = status(404);
    expect(await outcome()).toBe(404);
    server.answer = status(500);
    for (let request = 0; request < 10; request++) expect(await outcome()).toBe(500);
    const { length } = server.requests;
    expect(await outcome()).toContain("paused");
    expect(server.requests).toHaveLength(length);
    await clock.sleep(600_000);
    server.answer = text("ok");
    expect(await outcome()).toBe(200);
  });

  it("sends two at a time to a host, and pauses as requested", async () => {
    const waiting: { end(): void }[] = [];
    let most = 0;
    server.answer = (response) => {
      most = Math.max(most, waiting.push(response));
      // A third request would arrive meanwhile.
      if (waiting.length === 2 || server.requests.length >= 5)
        setTimeout(() => {
          for (const one of waiting.splice(0)) one.end();
        }, 20);
    };
    await Promise.all([1, 2, 3, 4, 5].map(() => send()));
    expect(most).toBe(2);
    const url = server.url;
    for (let request = 0; request < 3; request++) await client.send({ url, delayMs: 5_000, ...limits });
    expect(clock.slept).toEqual([5_000, 5_000]);
  });

  it("stops waiting when the caller aborts", async () => {
    const caller = new AbortController();
    server.answer = (response) => {
      caller.abort(new Error("closing"));
      response.writeHead(503).end();
    };
    await expect(send("/", caller.signal)).rejects.toThrow("closing");
    expect(server.requests).toHaveLength(1);
  });

  it("refuses a body by its stated length before reading it", async () => {
    let sent = 0;
    server.answer = (response) => {
      response.writeHead(200, { "Content-Length": String(2 * 1024 ** 3) });
      const piece = Buffer.alloc(65_536);
      const more = () => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
      };
      response.on("drain", more);
      more();
    };
    await expect(getIfChanged(client, { url: server.url }, null)).rejects.toThrow(
      `the response is larger than ${maxPageBytes} bytes`,
    );
    expect(sent).toBeLessThan(10_000_000);
    expect(server.requests).toHaveLength(1);
  });

  it("stops an endless chain of redirects", async () => {
    server.answer = (response, request) =>
      redirect(`${server.url}/${server.requests.length}`)(response, request);
    await expect(getIfChanged(client, { url: server.url }, null)).rejects.toThrow("more than 5");
    expect(server.requests).toHaveLength(6);
  });
});

describe("getIfChanged", () => {
  const get = (known: Validators | null = null) => getIfChanged(client, { url: server.url }, known);
  const none = { etag: null, lastModified: null };

  it("returns the page with its validators and its address after redirects", async () => {
    const lastModified = "Sun, 06 Nov 1994 08:49:37 GMT";
    server.answer = (response, request) =>
      request.url === "/"
        ? redirect("/moved", 301)(response, request)
        : text("page", 200, { ETag: 'W/"1"', "Last-Modified": lastModified })(response, request);
    const got = await get();
    expect(got).toMatchObject({ outcome: "read", validators: { etag: 'W/"1"', lastModified } });
    expect(got.outcome === "read" && got.response.url.href).toBe(`${server.url}/moved`);
  });

  it("sends the validators, and reports what has not changed", async () => {
    server.answer = status(304);
    const known = { etag: '"1"', lastModified: "Sun, 06 Nov 1994 08:49:37 GMT" };
    expect(await get(known)).toEqual({ outcome: "unchanged" });
    expect(server.requests[0]!.headers).toMatchObject({
      "if-none-match": known.etag,
      "if-modified-since": known.lastModified,
    });
    expect(await get(none)).toEqual({ outcome: "failed", status: 304 });
  });

  it("reports what is gone and what failed", async () => {
    for (const [code, expected] of [
      [404, { outcome: "gone" }],
      [410, { outcome: "gone" }],
      [403, { outcome: "failed", status: 403 }],
      [500, { outcome: "failed", status: 500 }],
    ] as const) {
      server.answer = status(code);
      expect(await get()).toEqual(expected);
    }
  });

  it("drops validators that could not be sent back", async () => {
    for (const headers of [
      { ETag: "unquoted", "Last-Modified": "" },
      { ETag: `"${"x".repeat(600)}"`, "Last-Modified": "Sun, {}" },
    ]) {
      server.answer = text("page", 200, headers);
      expect(await get()).toMatchObject({ validators: none });
    }
  });
});
