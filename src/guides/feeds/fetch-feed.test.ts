import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttpClient } from "../../net/http-client.ts";
import { type Answer, json, redirect, startServer, type TestServer } from "../../net/server.case.ts";
import { type FeedRequest, fetchFeed } from "./fetch-feed.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startServer(json({}));
});
afterAll(() => server.close());

const sponsor = (content = "") => ({ sponsors: [{ name: "Quoll", slug: "quoll", content }] });

function ask(answer: Answer, change: Partial<FeedRequest> = {}) {
  server.answer = answer;
  return fetchFeed({
    url: `${server.url}/feed.json`,
    hackathon: "jam",
    http: createHttpClient(),
    timeoutMs: 5_000,
    maxBytes: 100_000,
    signal: new AbortController().signal,
    ...change,
  });
}
const problem = (answer: Answer, change: Partial<FeedRequest> = {}) =>
  ask(answer, change).then(
    () => "none",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("fetchFeed", () => {
  it("reads content as files contain it, plain or compressed; null is an absent field", async () => {
    const body = { hackathon: "jam", pageUrl: null, more: 1, ...sponsor() };
    const expected = { tracks: [], sponsors: [{ name: "Quoll", tags: [], hasSkill: false }] };
    expect(await ask(json(body))).toMatchObject(expected);
    expect((await ask(json(body))).pageUrl).toBeUndefined();
    const packed: Answer = (response) =>
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(JSON.stringify(body)));
    expect(await ask(packed)).toMatchObject(expected);
  });

  it("refuses a response that breaks a rule, naming the field without quoting content", async () => {
    const rows: [unknown, string][] = [
      [{ tracks: [{ id: "Secret", name: "N" }] }, "tracks[0].id: must be lower-case letters"],
      [{ topics: [{ id: "t", trackId: "secret", title: "T" }] }, "topics[0].trackId: is not a track"],
      [{ sponsors: "secret" }, "sponsors: must be an array, got a string"],
      [
        { rpcProviders: [{ name: "R", description: "", links: [{ label: "x", url: "javascript:secret" }] }] },
        "links[0].url: must be an http or https address",
      ],
      [[], "must be an object, got an array"],
      [null, "must be an object, got null"],
      [{ hackathon: "secret" }, "about another hackathon"],
    ];
    for (const [body, message] of rows) {
      const told = await problem(json(body));
      expect(told).toContain(message);
      expect(told).not.toMatch(/secret/i);
    }
  });

  it("refuses what is not JSON in UTF-8", async () => {
    for (const body of ["<html>", "", '{"sponsors":', Buffer.from([0x22, 0xff, 0x22])]) {
      const told = await problem((response) => response.writeHead(200).end(body));
      expect(told).toBe("FeedFailure: the response is not JSON in UTF-8");
    }
  });

  it("refuses every status but 200", async () => {
    for (const status of [204, 304, 401, 404, 500, 503])
      expect(await problem((response) => response.writeHead(status).end())).toBe(
        `FeedFailure: status ${status}`,
      );
  });

  it("reads no more than the bytes allowed, decompressed ones, in any chunking", async () => {
    const maxBytes = 10_000;
    const fitting = (size: number) => {
      const bare = JSON.stringify(sponsor()).length;
      return JSON.stringify(sponsor("x".repeat(size - bare)));
    };
    const plain =
      (body: string): Answer =>
      (response) =>
        response.writeHead(200).end(body);
    const packed =
      (body: string): Answer =>
      (response) =>
        response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(body));
    for (const dress of [plain, packed]) {
      expect(await problem(dress(fitting(maxBytes)), { maxBytes })).toBe("none");
      expect(await problem(dress(fitting(maxBytes + 1)), { maxBytes })).toBe(
        "FeedFailure: the response is larger than 10000 bytes",
      );
    }
    let closed = false;
    const endless: Answer = (response) => {
      const timer = setInterval(() => response.write("x".repeat(4_000)), 1);
      response.on("close", () => {
        closed = true;
        clearInterval(timer);
      });
    };
    expect(await problem(endless, { maxBytes })).toContain("larger than 10000 bytes");
    await expect.poll(() => closed).toBe(true);
  });

  it("waits no longer than allowed, for the first byte or the last", async () => {
    const silent: Answer = () => {};
    const dripping: Answer = (response) => {
      response.write('{"sponsors":');
    };
    for (const answer of [silent, dripping])
      expect(await problem(answer, { timeoutMs: 50 })).toBe("FeedFailure: no complete response within 50 ms");
  });

  it("reports an unreachable server", async () => {
    const gone = await startServer(json({}));
    await gone.close();
    expect(await problem(json({}), { url: gone.url })).toBe("FeedFailure: no connection (ECONNREFUSED)");
  });

  it("follows three redirects, but not a fourth", async () => {
    const sendOn =
      (last: number): Answer =>
      (response, { url }) => {
        const step = Number(new URL(url!, server.url).searchParams.get("step") ?? 0);
        if (step === last) json(sponsor())(response, undefined as never);
        else response.writeHead([301, 302, 307][step % 3]!, { Location: `?step=${step + 1}` }).end();
      };
    expect(await problem(sendOn(3))).toBe("none");
    expect(await problem(sendOn(4))).toBe("FeedFailure: too many redirects (more than 3)");
  });

  it("does not follow a redirect to another private host, nor to a URL with credentials", async () => {
    const inward = await startServer(json(sponsor()));
    for (const [location, message] of [
      [inward.url, "its address is private"],
      ["https://10.1.2.3/x", "its address is private"],
      ["https://printer.local/", "its address is private"],
      [`http://user:pass@127.0.0.1:${server.port}/`, "a redirect to a URL that is not fetched"],
      ["http://example.org/feed.json", "a redirect to a URL that is not fetched"],
    ] as const)
      expect(await problem(redirect(location))).toContain(message);
    expect(inward.connections).toEqual([]);
    await inward.close();
  });

  it("is refused at a private address: a literal one, or behind a public name; unless the host is listed", async () => {
    const resolve = async () => ["127.0.0.1"];
    const url = `http://feeds.example.org:${server.port}/`;
    const before = server.connections.length;
    for (const refused of [url, "https://10.1.2.3/", "https://printer.local/", "https://[fd00::1]/"])
      expect(await problem(json(sponsor()), { url: refused, http: createHttpClient({ resolve }) })).toBe(
        "FeedFailure: its address is private; if that is intended, add the host to PRIORART_ALLOW_PRIVATE_HOSTS",
      );
    expect(server.connections).toHaveLength(before);
    const http = createHttpClient({ resolve, allowPrivateHosts: ["feeds.example.org"] });
    expect(await problem(json(sponsor()), { url, http })).toBe("none");
  });

  it("ends when the signal is aborted", async () => {
    const closing = new AbortController();
    const told = problem(() => closing.abort(new Error("closing")), { signal: closing.signal });
    expect(await told).toBe("Error: closing");
  });
});
