/** Sources are read 500 times while their servers fail in every way, and change meanwhile. */
import { mkdtemp, rm } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Catalog, openCatalog } from "../../src/catalog/catalog.ts";
import { feedConnector } from "../../src/connectors/feed/feed.ts";
import { parse } from "../../src/connectors/formats/parse.ts";
import { siteConnector } from "../../src/connectors/site/site.ts";
import { article, links, startSite, type TestSite } from "../../src/connectors/web/site.case.ts";
import { type TestClock, testClock } from "../../src/net/clock.case.ts";
import { createHttpClient } from "../../src/net/http-client.ts";
import { createPoliteClient, type PoliteClient } from "../../src/net/polite-client.ts";
import { syncSource } from "../../src/sync/sync-source.ts";
import type { ConnectedSource, SyncReport } from "../../src/sync/types.ts";

const ROUNDS = 500;
const PAGES = 8;
/** Requests that fail, of a hundred. */
const FAILING = 12;

let folder: string;
let catalog: Catalog;
let site: TestSite;
let clock: TestClock;
let http: PoliteClient;
let timeoutMs: number;
let failing = FAILING;
let seed = 20_260_101;

/** Mulberry32: the same run each time, but for the order of concurrent requests. */
function random(below: number): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
}

/** What each source should hold: the text that only the present version of a page has, by its path. */
const truth: Record<"listed" | "linked" | "letters", Map<string, string>> = {
  listed: new Map(),
  linked: new Map(),
  letters: new Map(),
};
/** Paths of entries that left the feed: their documents stay. */
const left = new Set<string>();
let version = 0;

const faults: ((response: ServerResponse) => void)[] = [
  (response) => response.writeHead(500).end("broken"),
  (response) => response.writeHead(503, { "Retry-After": "1" }).end(),
  (response) => response.writeHead(429, { "Retry-After": "99999" }).end(),
  (response) => void response.destroy(),
  (response) => {
    response.writeHead(200, { "Content-Type": "text/html", "Content-Length": "5000" }).write("<p>half");
    setImmediate(() => response.destroy());
  },
  (response) => response.writeHead(302, { Location: "https://10.0.0.1/secret" }).end(),
  (response) => response.writeHead(302, { Location: "http://localhost:1/secret" }).end(),
  (response) => response.writeHead(200, { "Content-Length": String(2 ** 31) }).end(),
];

function publish(): void {
  const of = (source: keyof typeof truth) => [...truth[source].keys()];
  for (const source of ["listed", "linked"] as const)
    for (const [path, text] of truth[source]) site.pages.set(path, page(text));
  const urls = of("listed").map((path) => `<url><loc>${site.url}${path}</loc></url>`);
  site.pages.set("/sitemap.xml", { body: `<urlset>${urls.join("")}</urlset>`, type: "application/xml" });
  site.pages.set("/linked/", { body: article("Start", links(...of("linked"))) });
  const entries = [...truth.letters]
    .filter(([path]) => !left.has(path))
    // The ids of a careless feed change each time.
    .map(
      ([path, text]) =>
        `<item><link>${site.url}${path}</link><guid>${version}-${path}</guid><title>${path}</title><description>&lt;p&gt;${text} ${"word ".repeat(250)}&lt;/p&gt;</description></item>`,
    );
  site.pages.set("/feed", {
    body: `<rss version="2.0"><channel><title>Letters</title>${entries.join("")}</channel></rss>`,
    type: version % 3 === 0 ? "text/xml; charset=iso-8859-1" : "application/rss+xml",
  });
}

/** The same text in changing encodings, sometimes stated wrongly. */
function page(text: string) {
  const html = article(`Título ${text}`);
  const kind = random(3);
  if (kind === 0) return { body: Buffer.from(html, "latin1"), type: "text/html; charset=utf-8" };
  if (kind === 1) return { body: Buffer.from(`\ufeff${html}`, "utf16le"), type: "text/html" };
  return { body: html, type: "text/html; charset=windows-1252" };
}

function change(): void {
  for (const source of ["listed", "linked", "letters"] as const) {
    const pages = truth[source];
    const paths = [...pages.keys()].filter((path) => !left.has(path));
    const action = random(4);
    const path = paths[random(paths.length)]!;
    version++;
    if (action === 0) pages.set(path, `text-${version}-`);
    else if (action === 1 || paths.length < PAGES / 2)
      pages.set(`/${source}/p-${"abcdefghij"[version % 10]}${version}`, `text-${version}-`);
    else if (action === 2 && source === "letters") left.add(path);
    else if (action === 2) {
      pages.delete(path);
      site.pages.delete(path);
    }
  }
  publish();
}

const sources = {
  listed: { kind: "site", url: "/sitemap.xml", delaySeconds: 0 },
  linked: { kind: "site", url: "/linked/", delaySeconds: 0 },
  letters: { kind: "feed", url: "/feed", delaySeconds: 0 },
} as const;

async function sync(key: keyof typeof sources): Promise<SyncReport> {
  const source = (await catalog.sources()).find((one) => one.key === key) as ConnectedSource;
  return syncSource(source, {
    catalog,
    open: (record, context) =>
      record.kind === "feed"
        ? feedConnector.open(record, context)
        : siteConnector.open(record as never, context),
    parse,
    context: {
      http,
      allowPrivateHosts: ["127.0.0.1"],
      allowFiles: false,
      now: () => clock.now() + Date.UTC(2026, 0, 1),
    },
    signal: new AbortController().signal,
    allowWithdrawals: true,
  });
}

/** The text of each page in the catalog, by source and path; fails where an address occurs twice. */
async function stored(): Promise<Record<string, Map<string, string>>> {
  const found: Record<string, Map<string, string>> = {
    listed: new Map(),
    linked: new Map(),
    letters: new Map(),
  };
  for await (const documents of catalog.documents())
    for (const { source, url, content } of documents) {
      const path = new URL(url!).pathname;
      const pages = found[source]!;
      if (pages.has(path)) throw new Error(`${path} is stored twice`);
      pages.set(path, /text-\d+-/.exec(content)?.[0] ?? "no text");
    }
  return found;
}

function heapBytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "priorart-soak-"));
  catalog = await openCatalog(join(folder, "catalog.db"));
  site = await startSite();
  site.intercept = (_request, response) => {
    if (random(100) >= failing) return false;
    if (random(12) === 0) return true;
    faults[random(faults.length)]!(response);
    return true;
  };
  clock = testClock();
  const client = createHttpClient({ allowPrivateHosts: ["127.0.0.1"] });
  const bounded = {
    send: (request: Parameters<typeof client.send>[0]) => client.send({ ...request, timeoutMs }),
  };
  http = createPoliteClient(bounded, { version: "0", clock, random: () => random(1_000) / 1_000 });
  for (const [key, connector] of Object.entries(sources)) {
    const declared = { ...connector, url: `${site.url}${connector.url}` };
    await catalog.write((writer) =>
      writer.declareSource({ key, label: key, kind: "other", access: "open", connector: declared as never }),
    );
    for (let number = 0; number < PAGES; number++)
      truth[key as keyof typeof truth].set(`/${key}/first-${"abcdefghij"[number]}`, `text-${++version}-`);
  }
});

afterAll(async () => {
  await site.close();
  await catalog.close();
  await rm(folder, { recursive: true });
});

it("nothing is lost, nothing is doubled, and memory stays flat", async () => {
  timeoutMs = 100;
  publish();
  let before = await stored();
  let heapEarly = 0;
  const outcomes = new Map<string, number>();
  for (let round = 1; round <= ROUNDS; round++) {
    change();
    for (const key of Object.keys(sources) as (keyof typeof sources)[]) {
      const { outcome } = await sync(key);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    await clock.sleep(3_600_000);
    clock.slept.length = 0;
    site.requested();
    const now = await stored();
    for (const key of Object.keys(sources) as (keyof typeof sources)[])
      for (const path of before[key]!.keys())
        if (truth[key].has(path) && !now[key]!.has(path)) throw new Error(`round ${round}: ${path} was lost`);
    before = now;
    if (round === ROUNDS / 5) heapEarly = heapBytes();
  }
  expect(heapBytes() - heapEarly).toBeLessThan(40_000_000);
  expect(outcomes.get("failed")).toBeGreaterThan(ROUNDS / 20);
  expect(outcomes.get("complete")).toBeGreaterThan(ROUNDS / 2);

  failing = 0;
  timeoutMs = 30_000;
  for (let round = 0; round < 3; round++) {
    for (const key of Object.keys(sources) as (keyof typeof sources)[]) await sync(key);
    await clock.sleep(3_600_000);
  }
  const { listed, linked, letters } = await stored();
  expect(listed).toEqual(truth.listed);
  expect(linked).toEqual(new Map(truth.linked).set("/linked/", "no text"));
  for (const [path, text] of truth.letters)
    if (!left.has(path)) expect([path, letters!.get(path)]).toEqual([path, text]);
}, 600_000);
