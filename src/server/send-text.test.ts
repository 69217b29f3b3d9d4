/** Compression and validation of responses. */
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { startConsole } from "./console/console.case.ts";
import { goodToken, type RunningServer, startServer } from "./fakes.case.ts";

let server: RunningServer;
afterEach(() => server.close());

const long = { values: Array.from({ length: 300 }, (_, at) => `value ${at}`) };
const start = async (answer: object = long) => {
  server = await startServer({ execute: async () => answer });
};

/** As `fetch` does not: without decompression. */
async function ask(path: string, headers: Record<string, string> = {}, body?: string) {
  const method = body === undefined ? "GET" : "POST";
  const sent = request(`${server.address}${path}`, {
    method,
    headers: { Authorization: `Bearer ${goodToken}`, ...headers },
  });
  sent.end(body);
  const response = await new Promise<import("node:http").IncomingMessage>((resolve, reject) =>
    sent.on("response", resolve).on("error", reject),
  );
  const bytes = await buffer(response);
  return { status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() };
}

const filters = "/api/v1/filters";
const search = ["/api/v1/search/projects", JSON.stringify({ query: "wallet" })] as const;

describe("a long body", () => {
  it("is compressed as the client accepts, and says that this matters to caches", async () => {
    await start();
    const whole = JSON.stringify(long);
    const br = await ask(filters, { "Accept-Encoding": "gzip, br" });
    expect(br.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(brotliDecompressSync(br.bytes).toString()).toBe(whole);
    const gzip = await ask(search[0], { "Accept-Encoding": "gzip" }, search[1]);
    expect(gzip.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
    expect(gunzipSync(gzip.bytes).toString()).toBe(whole);
    expect(gzip.headers["content-length"]).toBe(String(gzip.bytes.length));
    const plain = await ask(filters);
    expect(plain.headers).toMatchObject({ vary: "Accept-Encoding" });
    expect([plain.headers["content-encoding"], plain.text]).toEqual([undefined, whole]);
  });

  it("is sent as it is when it is shorter than 1 KB", async () => {
    for (const [length, encoding] of [
      [1023, undefined],
      [1024, "br"],
    ] as const) {
      await start({ text: "x".repeat(length - '{"text":""}'.length) });
      const { headers } = await ask(filters, { "Accept-Encoding": "br" });
      expect([length, headers["content-encoding"]]).toEqual([length, encoding]);
      if (length === 1023) await server.close();
    }
  });

  it("is as long as its bytes, not its characters", async () => {
    await start({ text: "é".repeat(512) });
    const { headers } = await ask(filters, { "Accept-Encoding": "br" });
    expect(headers["content-encoding"]).toBe("br");
  });

  it("is not compressed in a member's own records", async () => {
    await start();
    const { headers } = await ask("/api/v1/me", { "Accept-Encoding": "br" });
    expect([headers["content-encoding"], headers["cache-control"]]).toEqual([undefined, "no-store"]);
  });
});

describe("a response that repeats", () => {
  it("is 304 without a body for a client that has it, in any encoding and spelling of the tag", async () => {
    await start();
    const { headers } = await ask(filters, { "Accept-Encoding": "br" });
    const { etag } = headers;
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    expect(headers["cache-control"]).toBe("private, no-cache");
    for (const sent of [etag!, etag!.slice(2), `"other", ${etag}`, `"other" , ${etag} ,"x"`, "*"]) {
      const again = await ask(filters, { "If-None-Match": sent });
      expect([sent, again.status, again.text]).toEqual([sent, 304, ""]);
      expect(again.headers).toMatchObject({ etag, "cache-control": "private, no-cache" });
    }
    for (const sent of ['"other"', etag!.slice(0, -2), ""])
      expect([sent, (await ask(filters, { "If-None-Match": sent })).status]).toEqual([sent, 200]);
  });

  it("has another tag when it changes", async () => {
    const answer = { values: ["a"] };
    await start(answer);
    const { etag } = (await ask(filters)).headers;
    answer.values.push("b");
    const changed = await ask(filters, { "If-None-Match": etag! });
    expect([changed.status, changed.headers.etag === etag]).toEqual([200, false]);
  });

  it("is none of those that depend on a query", async () => {
    await start();
    const { headers, status } = await ask(search[0], { "If-None-Match": "*" }, search[1]);
    expect([status, headers.etag, headers["cache-control"]]).toEqual([200, undefined, "no-store"]);
  });
});

it("responses to POST of the console are not compressed: they may hold a secret", async () => {
  const secret = "s".repeat(2_000);
  server = await startConsole({
    accounts: {
      tokenState: async () => null,
      issueToken: async () => ({ token: secret, expiresAt: "2027-01-01T00:00:00.000Z" }),
    } as never,
  });
  const headers = { Cookie: "s=ada", "X-Console-Request": "1", "Accept-Encoding": "br, gzip" };
  const token = await ask("/console/api/token", { ...headers, "Content-Type": "application/json" }, "{}");
  expect([token.status, token.headers["content-encoding"]]).toEqual([200, undefined]);
  expect(token.text).toContain(secret);
});

it("pages are compressed, and revalidated by their tag", async () => {
  const bytes = new TextEncoder().encode(`<!doctype html>${"<p>".repeat(1_000)}`);
  server = await startConsole({
    pages: { read: async () => ({ bytes, type: "text/html; charset=utf-8", cacheControl: "no-cache" }) },
  });
  const page = await ask("/projects", { "Accept-Encoding": "br" });
  expect(brotliDecompressSync(page.bytes).toString()).toBe(new TextDecoder().decode(bytes));
  expect(page.headers["cache-control"]).toBe("no-cache");
  expect((await ask("/", { "If-None-Match": page.headers.etag! })).status).toBe(304);
});
