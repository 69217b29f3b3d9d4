import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FeedAnswer, type FeedServer, json, startFeedServer } from "./feed-server.case.ts";
import { type FeedRequest, fetchFeed } from "./fetch-feed.ts";

let server: FeedServer;
beforeAll(async () => {
  server = await startFeedServer(json({}));
});
afterAll(() => server.close());

const sponsor = (content = "") => ({ sponsors: [{ name: "Quoll", slug: "quoll", content }] });

function ask(answer: FeedAnswer, change: Partial<FeedRequest> = {}) {
  server.answer(answer);
  return fetchFeed({
    url: `${server.url}/feed.json`,
    hackathon: "jam",
    fetch,
    timeoutMs: 5_000,
    maxBytes: 100_000,
    signal: new AbortController().signal,
    ...change,
  });
}
const problem = (answer: FeedAnswer, change: Partial<FeedRequest> = {}) =>
  ask(answer, change).then(
    () => "none",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("fetchFeed", () => {
  it("reads content as files have it, plain or packed, nulls being fields not given", async () => {
    const body = { hackathon: "jam", pageUrl: null, more: 1, ...sponsor() };
    const expected = { tracks: [], sponsors: [{ name: "Quoll", tags: [], hasSkill: false }] };
    expect(await ask(json(body))).toMatchObject(expected);
    expect((await ask(json(body))).pageUrl).toBeUndefined();
    const packed: FeedAnswer = (response) =>
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(JSON.stringify(body)));
    expect(await ask(packed)).toMatchObject(expected);
  });

  it("refuses an answer that breaks a rule, naming the field and nothing of what it holds", async () => {
    const rows: [unknown, string][] = [
      [{ tracks: [{ id: "Secret", name: "N" }] }, "tracks[0].id: must be lower-case letters"],
      [{ topics: [{ id: "t", trackId: "secret", title: "T" }] }, "topics[0].trackId: names no track"],
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
      expect(told).toBe("FeedFailure: its answer is not JSON in UTF-8");
    }
  });

  it("refuses every status but 200", async () => {
    for (const status of [204, 304, 401, 404, 500, 503])
      expect(await problem((response) => response.writeHead(status).end())).toBe(
        `FeedFailure: it answered with status ${status}`,
      );
  });

  it("reads no more than the bytes allowed, unpacked ones, however they come", async () => {
    const maxBytes = 10_000;
    const fitting = (size: number) => {
      const bare = JSON.stringify(sponsor()).length;
      return JSON.stringify(sponsor("x".repeat(size - bare)));
    };
    const plain =
      (body: string): FeedAnswer =>
      (response) =>
        response.writeHead(200).end(body);
    const packed =
      (body: string): FeedAnswer =>
      (response) =>
        response.writeHead(200, { "Content-Encoding": "gzip" }).end(gzipSync(body));
    for (const dress of [plain, packed]) {
      expect(await problem(dress(fitting(maxBytes)), { maxBytes })).toBe("none");
      expect(await problem(dress(fitting(maxBytes + 1)), { maxBytes })).toBe(
        "FeedFailure: its answer is larger than 10000 bytes",
      );
    }
    let closed = false;
    const endless: FeedAnswer = (response) => {
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
    const silent: FeedAnswer = () => {};
    const dripping: FeedAnswer = (response) => {
      response.write('{"sponsors":');
    };
    for (const answer of [silent, dripping])
      expect(await problem(answer, { timeoutMs: 50 })).toBe("FeedFailure: no whole answer within 50 ms");
  });

  it("says when nobody answers", async () => {
    const gone = await startFeedServer(json({}));
    await gone.close();
    expect(await problem(json({}), { url: gone.url })).toBe("FeedFailure: no connection (ECONNREFUSED)");
  });

  it("follows three redirects and not a fourth", async () => {
    const sendOn =
      (last: number): FeedAnswer =>
      (response, { url }) => {
        const step = Number(new URL(url!, server.url).searchParams.get("step") ?? 0);
        if (step === last) json(sponsor())(response, undefined as never);
        else response.writeHead([301, 302, 307][step % 3]!, { Location: `?step=${step + 1}` }).end();
      };
    expect(await problem(sendOn(3))).toBe("none");
    expect(await problem(sendOn(4))).toBe("FeedFailure: it sent us on more than 3 times");
  });

  it("is not led to other schemes, to listened-in ways, or with names and passwords", async () => {
    const before = server.asked();
    const { port } = new URL(server.url);
    for (const location of [
      "file:///etc/hosts",
      "ftp://example.org/feed.json",
      "http://example.org/feed.json",
      `http://user:pass@127.0.0.1:${port}/`,
      "data:application/json,{}",
    ])
      expect(await problem((response) => response.writeHead(302, { Location: location }).end())).toBe(
        "FeedFailure: it sent us on to an address that is not fetched from",
      );
    expect(await problem((response) => response.writeHead(302).end())).toContain("no address");
    expect(await problem((response) => response.writeHead(302, { Location: "https://" }).end())).toContain(
      "no address",
    );
    expect(server.asked() - before).toBe(7);
  });

  it("is not led from the internet to a machine nearby", async () => {
    for (const inward of [
      "https://127.0.0.1/",
      "http://localhost/",
      "https://10.1.2.3/x",
      "https://printer.local/",
      "https://[::1]/",
    ]) {
      const asked: string[] = [];
      const stand = (async (url: URL) => {
        asked.push(url.href);
        return new Response(null, { status: 302, headers: { location: inward } });
      }) as typeof fetch;
      const told = await problem(json({}), { url: "https://feeds.example.org/jam.json", fetch: stand });
      expect(told).toContain("an address that is not fetched from");
      expect(asked).toEqual(["https://feeds.example.org/jam.json"]);
    }
  });

  it("ends with the signal", async () => {
    const closing = new AbortController();
    const told = problem(() => closing.abort(new Error("closing")), { signal: closing.signal });
    expect(await told).toBe("Error: closing");
  });
});
