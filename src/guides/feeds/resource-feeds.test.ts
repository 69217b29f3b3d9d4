import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "../../contract/api/errors.ts";
import { createHttpClient } from "../../net/http-client.ts";
import { type Answer, json, startServer, type TestServer } from "../../net/server.case.ts";
import { FRESH_MS, KEPT_MS, RETRY_MS, ResourceFeeds, type ResourceFeedsOptions } from "./resource-feeds.ts";

const START = Date.parse("2025-05-20T12:00:00.000Z");
const named = (name: string) => ({ sponsors: [{ name, slug: "s" }] });
const broken = json({ sponsors: 1 });

let folder: string;
let server: TestServer;
let time: number;
let problems: string[];
let opened: ResourceFeeds[];
let feeds: ResourceFeeds;

function open(change: Partial<ResourceFeedsOptions> = {}): ResourceFeeds {
  const next = new ResourceFeeds({
    folder,
    http: createHttpClient(),
    now: () => time,
    onProblem: (hackathon, message) => problems.push(`${hackathon}: ${message}`),
    ...change,
  });
  opened.push(next);
  return next;
}

beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), "priorart-feeds-")), "feeds");
  server = await startServer(json(named("one")));
  time = START;
  problems = [];
  opened = [];
  feeds = open();
});
afterEach(async () => {
  for (const one of opened) await one.close();
  await server.close();
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

/** `[name of the sponsor, stale, age in ms]`, or the code of the error. */
async function read(from = feeds, url = server.url) {
  try {
    const { content, stale, fetchedAt } = await from.read("jam", url);
    return [content.sponsors[0]!.name, stale, time - Date.parse(fetchedAt)];
  } catch (error) {
    return (error as ApiError).code;
  }
}

describe("a feed of resources", () => {
  it("is fetched on the first request, and fresh for ten minutes", async () => {
    expect(await read()).toEqual(["one", false, 0]);
    server.answer = json(named("two"));
    time += FRESH_MS;
    expect(await read()).toEqual(["one", false, FRESH_MS]);
    expect(server.requests.length).toBe(1);
  });

  it("is then served as stale immediately, while it is fetched again", async () => {
    await read();
    time += FRESH_MS + 1;
    let release = () => {};
    server.answer = (response) => {
      release = () => json(named("two"))(response, undefined as never);
    };
    expect(await read()).toEqual(["one", true, FRESH_MS + 1]);
    expect(await read()).toEqual(["one", true, FRESH_MS + 1]);
    await expect.poll(() => server.requests.length).toBe(2);
    release();
    await expect.poll(() => read()).toEqual(["two", false, 0]);
    expect(server.requests.length).toBe(2);
  });

  it("is served for exactly 24 hours when it cannot be fetched", async () => {
    await read();
    server.answer = json({}, 500);
    time += KEPT_MS;
    expect(await read()).toEqual(["one", true, KEPT_MS]);
    await expect.poll(() => problems).toEqual(["jam: status 500"]);
    time += 1;
    expect(await read()).toBe("RESOURCES_UNAVAILABLE");
    time += RETRY_MS;
    expect(await read()).toBe("RESOURCES_UNAVAILABLE");
    time += RETRY_MS;
    server.answer = json(named("two"));
    expect(await read()).toEqual(["two", false, 0]);
  });

  it("that is malformed, too large, slow or unreachable never replaces a good copy", async () => {
    const bounded = open({ timeoutMs: 100, maxBytes: 1_000 });
    expect(await read(bounded)).toEqual(["one", false, 0]);
    const bad: Answer[] = [
      broken,
      (response) => response.writeHead(200).end("<html>"),
      json(named("x".repeat(1_000))),
      () => {},
      (response) => response.destroy(),
    ];
    time += FRESH_MS + 1;
    for (const [index, answer] of bad.entries()) {
      server.answer = answer;
      time += RETRY_MS;
      expect(await read(bounded)).toEqual(["one", true, expect.any(Number)]);
      await expect.poll(() => problems.length).toBe(index + 1);
    }
    expect(await read(open())).toEqual(["one", true, expect.any(Number)]);
    expect(JSON.parse(readFileSync(join(folder, "jam.json"), "utf8")).content.sponsors[0].name).toBe("one");
  });

  it("that fails is retried after half a minute, and not with every request", async () => {
    server.answer = broken;
    expect(await read()).toBe("RESOURCES_UNAVAILABLE");
    time += RETRY_MS - 1;
    expect(await read()).toBe("RESOURCES_UNAVAILABLE");
    expect(server.requests.length).toBe(1);
    time += 1;
    server.answer = json(named("one"));
    expect(await read()).toEqual(["one", false, 0]);
    expect(server.requests.length).toBe(2);
  });

  it("is fetched once for concurrent requests", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => read()));
    expect(new Set(answers.map(String))).toEqual(new Set(["one,false,0"]));
    expect(server.requests.length).toBe(1);
  });

  it("is cached across a restart with its age, in a file readable by its owner only, without a temporary file", async () => {
    await read();
    await feeds.close();
    await server.close();
    time += FRESH_MS - 1;
    expect(await read(open())).toEqual(["one", false, FRESH_MS - 1]);
    time += 2;
    expect(await read(open())).toEqual(["one", true, FRESH_MS + 1]);
    time = START + KEPT_MS + 1;
    expect(await read(open())).toBe("RESOURCES_UNAVAILABLE");
    expect(readdirSync(folder)).toEqual(["jam.json"]);
    expect(statSync(join(folder, "jam.json")).mode & 0o777).toBe(0o600);
  });

  it("is fetched again when its copy is damaged, or from another URL", async () => {
    await read();
    const file = join(folder, "jam.json");
    const good = readFileSync(file, "utf8");
    for (const bad of ["", "{", good.slice(0, -10), good.replace('"slug":"s"', '"slug":"S !"'), "null"]) {
      writeFileSync(file, bad);
      const before = server.requests.length;
      expect(await read(open())).toEqual(["one", false, 0]);
      expect(server.requests.length).toBe(before + 1);
    }
    const other = await startServer(json(named("other")));
    expect(await read(feeds, other.url)).toEqual(["other", false, 0]);
    expect(await read(feeds, other.url)).toEqual(["other", false, 0]);
    expect(other.requests.length).toBe(1);
    await other.close();
  });

  it("is served even if its copy cannot be written, which is reported", async () => {
    writeFileSync(folder, "a file where the folder should be");
    expect(await read()).toEqual(["one", false, 0]);
    expect(problems).toEqual([expect.stringMatching(/^jam: its copy cannot be written: /)]);
  });

  it("with a copy from the future, after the clock was set back, is as old as the distance", async () => {
    await read();
    server.answer = broken;
    time = START - FRESH_MS;
    expect(await read()).toEqual(["one", false, -FRESH_MS]);
    time = START - FRESH_MS - 1;
    expect(await read()).toEqual(["one", true, expect.any(Number)]);
    await expect.poll(() => problems.length).toBe(1);
    time = START - KEPT_MS - 1;
    expect(await read()).toBe("RESOURCES_UNAVAILABLE");
  });

  it("responds 503, retryable, and reveals neither URL nor reason", async () => {
    server.answer = broken;
    const error = await feeds.read("jam", server.url).catch((caught: ApiError) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code: "RESOURCES_UNAVAILABLE", status: 503, retryable: true });
    expect((error as ApiError).message).not.toMatch(/127|sponsors/);
  });

  it("is aborted by closing, without reporting a problem", async () => {
    let hung = false;
    server.answer = (response) => {
      hung = true;
      response.on("close", () => {
        hung = false;
      });
    };
    const waiting = read();
    await expect.poll(() => hung).toBe(true);
    await feeds.close();
    expect(await waiting).toBe("RESOURCES_UNAVAILABLE");
    await expect.poll(() => hung).toBe(false);
    expect(problems).toEqual([]);
  });
});
