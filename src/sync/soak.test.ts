/**
 * A site that is read again and again while it changes and fails: nothing is lost, nothing is doubled. 20 readings by
 * default, PRIORART_SOAK sets another number; with --expose-gc the growth of memory is printed.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "../connectors/formats/parse.ts";
import { siteConnector } from "../connectors/site/site.ts";
import { testClock } from "../net/clock.case.ts";
import { createHttpClient, type HttpClient } from "../net/http-client.ts";
import { HttpError } from "../net/http-error.ts";
import { createPoliteClient } from "../net/polite-client.ts";
import { startServer, type TestServer } from "../net/server.case.ts";
import { seededRandom } from "../search/random.ts";
import { openBench, type SyncBench } from "./sync.case.ts";

const cycles = Number(process.env.PRIORART_SOAK ?? 20);
const random = seededRandom(11);
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

const faults = ["error", "reset", "short", "encoding", "inward", "loop", "garbage", "late"] as const;
type Fault = (typeof faults)[number] | "gone";

interface SitePage {
  text: string;
  fault: Fault | null;
  /** Cycle in which it was last said to be gone. */
  goneAt: number;
}

const pages = new Map<string, SitePage>();
let listFault: "error" | "short" | null = null;
let server: TestServer;
let bench: SyncBench;
let serial = 0;

const textOf = (name: string) =>
  `Page ${name}, version ${serial++}: the keeper of the lighthouse writes down every ship that passes. `.repeat(
    8,
  );
const pathOf = (name: string) => `/pages/${name}`;

beforeAll(async () => {
  server = await startServer((response, request) => {
    if (request.url === "/robots.txt") return void response.writeHead(404).end();
    if (request.url === "/sitemap.xml") {
      if (listFault === "error") return void response.writeHead(500).end();
      const urls = [...pages.keys()].map((name) => `<url><loc>${server.url}${pathOf(name)}</loc></url>`);
      const xml = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
      response.writeHead(200, {
        "Content-Type": "application/xml",
        "Content-Length": Buffer.byteLength(xml),
      });
      if (listFault === null) return void response.end(xml);
      response.write(xml.slice(0, xml.length / 2));
      return void setImmediate(() => response.destroy());
    }
    const page = pages.get(request.url!.slice("/pages/".length));
    if (page === undefined || page.fault === "gone") return void response.writeHead(404).end();
    const html = `<html><head><title>A page</title></head><body><article><p>${page.text}</p></article></body></html>`;
    switch (page.fault) {
      case "error":
        return void response.writeHead(503).end();
      case "reset":
        return void response.destroy();
      case "short":
        response.writeHead(200, { "Content-Type": "text/html", "Content-Length": 9_999 }).write(html);
        return void setImmediate(() => response.destroy());
      case "inward":
        return void response.writeHead(302, { Location: "http://10.0.0.1/" }).end();
      case "loop":
        return void response.writeHead(302, { Location: request.url! }).end();
      case "garbage":
        return void response
          .writeHead(200, { "Content-Type": "application/x-unknown" })
          .end(Buffer.alloc(500, 7));
      case "encoding":
        return void response.writeHead(200, { "Content-Type": "text/html; charset=utf-16" }).end(html);
      default:
        return void response.writeHead(200, { "Content-Type": "text/html" }).end(html);
    }
  });
  bench = await openBench();
});
afterAll(async () => {
  await bench?.close();
  await server?.close();
});

/** Requests for pages with the fault `late` are never answered in time. */
function lateOnes(http: HttpClient): HttpClient {
  return {
    send: (request) => {
      const name = new URL(request.url).pathname.slice("/pages/".length);
      if (pages.get(name)?.fault === "late")
        return Promise.reject(new HttpError("timeout", "no complete response within 30000 ms"));
      return http.send(request);
    },
  };
}

function change(cycle: number): void {
  listFault = random() < 0.1 ? pick(["error", "short"]) : null;
  for (const page of pages.values()) {
    page.fault = random() < 0.15 ? pick(faults) : null;
    // Twice in a row it is no page any more.
    if (page.fault === "garbage") page.goneAt = cycle;
  }
  for (let n = 0; n < 3; n++) {
    const name = `p${Math.floor(random() * 24)}`;
    const page = pages.get(name);
    if (page === undefined) pages.set(name, { text: textOf(name), fault: null, goneAt: -9 });
    else if (random() < 0.5) page.text = textOf(name);
    else if (random() < 0.3) pages.delete(name);
    else {
      page.fault = "gone";
      page.goneAt = cycle;
    }
  }
}

it(
  `${cycles} readings of a failing site lose nothing and double nothing`,
  async () => {
    const clock = testClock();
    const http = createPoliteClient(lateOnes(createHttpClient({ allowPrivateHosts: ["127.0.0.1"] })), {
      version: "0.0.0",
      clock,
      random: () => 0,
    });
    const read = () =>
      bench.sync({
        open: (_, context) => siteConnector.open({ kind: "site", url: `${server.url}/sitemap.xml` }, context),
        parse,
        context: { ...bench.options.context, http, allowPrivateHosts: ["127.0.0.1"] },
        allowWithdrawals: true,
      });
    /** Pages that were read, with the cycle since when they have been there. */
    const stored = new Set<string>();
    const memory: number[] = [];
    for (let cycle = 0; cycle < cycles; cycle++) {
      change(cycle);
      const report = await read();
      // A host that fails ten times in a row is left alone for a while.
      await clock.sleep(3_600_000);
      const failed = new Set(report.problems.map(({ item }) => new URL(item).pathname));
      for (const name of [...stored]) if (!pages.has(name)) stored.delete(name);
      for (const [name, page] of pages) {
        if (cycle - page.goneAt <= 2) stored.delete(name);
        else if (report.outcome === "complete" && page.fault === null && !failed.has(pathOf(name)))
          stored.add(name);
      }
      const paths = (await bench.documents()).map(({ url }) => new URL(url!).pathname);
      expect(new Set(paths).size).toBe(paths.length);
      for (const name of stored) expect(paths).toContain(pathOf(name));
      if (global.gc && cycle % 50 === 49) {
        global.gc();
        memory.push(Math.round(process.memoryUsage().heapUsed / 2 ** 20));
      }
    }
    if (memory.length > 0) process.stderr.write(`MB of heap after each 50 readings: ${memory.join(" ")}\n`);
    listFault = null;
    for (const page of pages.values()) page.fault = null;
    for (let n = 0; n < 3; n++) {
      await clock.sleep(3_600_000);
      await read();
    }
    const texts = (await bench.texts()).map((text) => text.replace(/\s+/g, " ").trim());
    expect(texts).toEqual([...pages.values()].map(({ text }) => text.trim()).sort());
  },
  cycles * 5_000 + 60_000,
);
