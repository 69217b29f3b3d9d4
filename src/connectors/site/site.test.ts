import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { ConnectorRecordOf } from "../../contract/records/connector-record.ts";
import { contextOf, describeConnector, idsWith, type Reading, readAll } from "../conformance.case.ts";
import { ItemFailure, SourceFailure } from "../connector.ts";
import { parse } from "../formats/parse.ts";
import { article, links, startSite, type TestPage, type TestSite } from "../web/site.case.ts";
import { siteConnector } from "./site.ts";

type SiteRecord = ConnectorRecordOf<"site">;

let site: TestSite;
afterEach(() => site?.close());
const serve = async (pages: Record<string, string | TestPage> = {}) => {
  site = await startSite(pages);
};

const record = (path: string, change: Partial<SiteRecord> = {}): SiteRecord => ({
  kind: "site",
  url: `${site.url}${path}`,
  delaySeconds: 0,
  ...change,
});
const read = (path: string, change: Partial<SiteRecord> = {}, earlier?: Reading) =>
  readAll(siteConnector, { record: record(path, change) }, earlier);
const paths = (reading: Reading | null) => reading!.items.map(({ id }) => id.replace(site.url, ""));
const failure = (path: string, change?: Partial<SiteRecord>) =>
  read(path, change).then(
    () => "no failure",
    (error: Error) => `${error.name}: ${error.message}`,
  );

const sitemap = (urls: (string | [path: string, lastmod: string])[], base = site.url): TestPage => ({
  type: "application/xml",
  body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
    .map((url) => (typeof url === "string" ? [url] : url))
    .map(
      ([path, date]) =>
        `<url><loc>${path!.startsWith("http") ? path : base + path}</loc>${date ? `<lastmod>${date}</lastmod>` : ""}</url>`,
    )
    .join("")}</urlset>`,
});
const index = (...names: string[]): TestPage => ({
  type: "application/xml",
  body: `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${names
    .map((name) => `<sitemap><loc>${site.url}${name}</loc></sitemap>`)
    .join("")}</sitemapindex>`,
});
const robots = (body: string): TestPage => ({ type: "text/plain", body });

describe("every connector: a site by its sitemap", () => {
  describeConnector(siteConnector, async () => {
    const served = await startSite({ "/a": article("A"), "/b": article("B"), "/c": article("C") });
    served.pages.set("/sitemap.xml", sitemap(["/a", "/b", "/c"], served.url));
    return {
      record: { kind: "site", url: `${served.url}/sitemap.xml`, delaySeconds: 0 },
      change() {
        served.pages.set("/b", { body: article("B2") });
        return `${served.url}/b`;
      },
      remove() {
        served.pages.set("/sitemap.xml", sitemap(["/a", "/b"], served.url));
        return `${served.url}/c`;
      },
      breakIt() {
        served.intercept = (_request, response) => {
          response.writeHead(500).end();
          return true;
        };
      },
      close: () => served.close(),
    };
  });
});

describe("every connector: a site by its links", () => {
  describeConnector(siteConnector, async () => {
    const served = await startSite({
      "/": article("Start", links("/a", "/b", "/c")),
      "/a": article("A"),
      "/b": article("B"),
      "/c": article("C"),
    });
    return {
      record: { kind: "site", url: `${served.url}/`, delaySeconds: 0 },
      change() {
        served.pages.set("/b", { body: article("B2") });
        return `${served.url}/b`;
      },
      remove() {
        served.pages.delete("/c");
        return `${served.url}/c`;
      },
      breakIt() {
        served.intercept = (_request, response) => {
          response.destroy();
          return true;
        };
      },
      close: () => served.close(),
    };
  });
});

describe("a sitemap", () => {
  it("may be an index, nested, compressed, or a list of addresses", async () => {
    await serve(Object.fromEntries("abcd".split("").map((name) => [`/${name}`, article(name)])));
    site.pages.set("/sitemap.xml", index("/inner.xml", "/more.xml.gz", "/sitemap.xml"));
    site.pages.set("/inner.xml", index("/one.xml"));
    site.pages.set("/one.xml", sitemap(["/a", "/b", "/a#x", "/a?utm_source=y"]));
    site.pages.set("/more.xml.gz", { body: gzipSync(sitemap(["/c"]).body), type: "application/gzip" });
    site.pages.set("/sitemap.txt", { body: `${site.url}/d\n${site.url}/a\n`, type: "text/plain" });
    const reading = await read("/sitemap.xml");
    expect(paths(reading)).toEqual(["/c", "/a", "/b"]);
    expect([reading!.listsAll, reading!.notes]).toEqual([true, []]);
    expect(paths(await read("/sitemap.txt"))).toEqual(["/d", "/a"]);
  });

  it("that dates every page says what has changed, and nothing is read when it did not change itself", async () => {
    await serve({ "/a": article("A"), "/b": article("B") });
    site.pages.set(
      "/sitemap.xml",
      sitemap([
        ["/a", "2024-01-01"],
        ["/b", "2024-01-02T10:00:00+00:00"],
      ]),
    );
    const first = (await read("/sitemap.xml"))!;
    expect(first.items.map(({ version }) => version)).toEqual(["2024-01-01", "2024-01-02T10:00:00+00:00"]);
    site.requested();
    expect(await read("/sitemap.xml", {}, first)).toBeNull();
    expect(site.requested()).toEqual(["/robots.txt", "/sitemap.xml"]);
    site.pages.set(
      "/sitemap.xml",
      sitemap([
        ["/a", "2024-01-01"],
        ["/b", "2024-02-01"],
      ]),
    );
    site.pages.set("/b", { body: article("B2") });
    expect(idsWith((await read("/sitemap.xml", {}, first))!, "read")).toEqual([`${site.url}/b`]);
    expect(site.requested()).toEqual(["/robots.txt", "/sitemap.xml", "/b"]);
  });

  it("without dates is read with conditional requests", async () => {
    await serve({ "/a": article("A"), "/b": article("B") });
    site.pages.set("/sitemap.xml", sitemap(["/a", "/b"]));
    const first = (await read("/sitemap.xml"))!;
    expect(first.state).toBeNull();
    const second = (await read("/sitemap.xml", {}, first))!;
    expect([...second.fetched.values()]).toEqual([{ outcome: "unchanged" }, { outcome: "unchanged" }]);
  });

  it("lists pages of its own site that match the patterns, up to the limit", async () => {
    await serve();
    site.pages.set(
      "/sitemap.xml",
      sitemap(["/docs/a", "/docs/old/b", "/blog/c", "https://other.example.org/docs/d", "/docs/e"]),
    );
    const scoped = await read("/sitemap.xml", { include: ["docs/**"], exclude: ["**/old/**"] });
    expect(paths(scoped)).toEqual(["/docs/a", "/docs/e"]);
    expect(scoped!.listsAll).toBe(true);
    expect(scoped!.notes).toEqual([expect.stringMatching(/^3 addresses were left out: /)]);
    const cut = await read("/sitemap.xml", { maxPages: 2 });
    expect(paths(cut)).toEqual(["/docs/a", "/docs/old/b"]);
    expect([cut!.listsAll, cut!.state]).toEqual([false, null]);
    expect(cut!.notes).toContain("the sitemaps list more than 2 pages; raise maxPages to read the others");
  });

  it("that is partly unreadable, endless or too large withdraws nothing", async () => {
    await serve({ "/a": article("A") });
    site.pages.set("/sitemap.xml", index("/one.xml", "/missing.xml"));
    site.pages.set("/one.xml", sitemap(["/a"]));
    const partly = (await read("/sitemap.xml"))!;
    expect([paths(partly), partly.listsAll]).toEqual([["/a"], false]);
    expect(partly.notes).toEqual([`the sitemap ${site.url}/missing.xml does not exist`]);

    let count = 0;
    site.intercept = ({ url }, response) => {
      if (!/endless/.test(url!)) return false;
      const { body } = index(`/endless${++count}.xml`, `/endless${++count}.xml`);
      response.end(body);
      return true;
    };
    site.pages.set("/sitemap.xml", index("/endless.xml", "/one.xml"));
    const endless = (await read("/sitemap.xml"))!;
    expect([paths(endless), endless.listsAll, count < 50]).toEqual([["/a"], false, true]);

    const many = Array.from({ length: 50_001 }, (_, page) => `/p${page}`);
    site.pages.set("/sitemap.xml", sitemap(many));
    const opened = (await siteConnector.open(record("/sitemap.xml", { maxPages: 100_000 }), contextOf()))!;
    let listed = 0;
    for await (const _item of opened.items()) listed++;
    expect([listed, opened.listsAll()]).toEqual([50_000, false]);
  }, 30_000);

  it("cannot expand entities or memory", async () => {
    await serve();
    const lol = Array.from(
      { length: 20 },
      (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(20)}">`,
    );
    const body = `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY a0 "lol">${lol.join("")}]><urlset><url><loc>${site.url}/&a20;</loc></url></urlset>`;
    site.pages.set("/sitemap.xml", { body, type: "application/xml" });
    expect(paths(await read("/sitemap.xml"))).toEqual(["/&a20;"]);
    site.pages.set("/sitemap.xml.gz", {
      body: gzipSync(Buffer.alloc(200 * 2 ** 20)),
      type: "application/gzip",
    });
    expect(await failure("/sitemap.xml.gz")).toBe(
      "SourceFailure: the sitemap cannot be read: decompresses to more than 50 MiB",
    );
  }, 30_000);

  it.each([
    ["not found", { status: 404, body: "" }, "the sitemap does not exist"],
    ["forbidden", { status: 403, body: "" }, "the sitemap answers with status 403"],
    [
      "another kind of file",
      { body: "{}", type: "application/json" },
      "the address holds neither a sitemap nor a web page",
    ],
    [
      "damaged",
      { body: gzipSync("x".repeat(99)).subarray(0, 20), type: "application/gzip" },
      "the sitemap cannot be read: is damaged: its gzip compression cannot be read",
    ],
  ] as [string, TestPage, string][])("%s fails with a reason", async (_name, page, reason) => {
    await serve({ "/sitemap.xml": page });
    expect(await failure("/sitemap.xml")).toBe(`SourceFailure: ${reason}`);
  });
});

describe("robots.txt", () => {
  it("decides what is read, by the name of this reader or by the rules for all", async () => {
    await serve({
      "/robots.txt": robots(
        "User-agent: *\nDisallow: /private\nUser-agent: prior-art-sync\nDisallow: /no\nAllow: /no/but\n",
      ),
      "/": article("Start", links("/private", "/no/a", "/no/but/b", "/c")),
      "/private": article("P"),
      "/no/a": article("N"),
      "/no/but/b": article("B"),
      "/c": article("C"),
    });
    expect(paths(await read("/"))).toEqual(["/", "/private", "/no/but/b", "/c"]);
    expect(site.requested()).not.toContain("/no/a");
    site.pages.set("/sitemap.xml", sitemap(["/no/a", "/c"]));
    const listed = (await read("/sitemap.xml"))!;
    expect([...listed.fetched.values()].map(({ outcome }) => outcome)).toEqual(["gone", "read"]);
    expect(site.requested()).toEqual(["/robots.txt", "/sitemap.xml", "/c"]);
  });

  it("that is missing, forbidden or a web page allows everything", async () => {
    await serve({ "/": article("Start") });
    for (const page of [undefined, { status: 403, body: "" }, { body: "<html>Disallow: /</html>" }]) {
      if (page) site.pages.set("/robots.txt", page);
      expect(paths(await read("/"))).toEqual(["/"]);
    }
  });

  it("that cannot be read now allows nothing, and the reason is reported", async () => {
    await serve({ "/": article("Start"), "/robots.txt": { status: 503, body: "" } });
    expect(await failure("/")).toBe(
      `SourceFailure: robots.txt of 127.0.0.1:${site.server.port} cannot be read, so nothing is: the server answers with status 503`,
    );
    expect(site.requested()).toEqual(["/robots.txt"]);
  });

  it("that does not allow the start page is reported", async () => {
    await serve({ "/": article("Start"), "/robots.txt": robots("User-agent: *\nDisallow: /") });
    expect(await failure("/")).toBe(
      "SourceFailure: robots.txt of the site does not allow reading the start page",
    );
  });

  it("sets the pause between requests, unless the source does", async () => {
    await serve({ "/": article("Start"), "/robots.txt": robots("User-agent: *\nCrawl-delay: 7") });
    const delays: (number | undefined)[] = [];
    const { http } = contextOf();
    const context = {
      http: {
        send(request: Parameters<typeof http.send>[0]) {
          delays.push(request.delayMs);
          return http.send(request);
        },
      },
    };
    await readAll(siteConnector, { record: record("/", { delaySeconds: undefined }), context });
    await readAll(siteConnector, { record: record("/", { delaySeconds: 3 }), context });
    site.pages.delete("/robots.txt");
    await readAll(siteConnector, { record: record("/", { delaySeconds: undefined }), context });
    expect(delays).toEqual([undefined, 7_000, undefined, 3_000, undefined, 1_000]);
  });
});

describe("a start page", () => {
  it("leads to pages of its folder and of those below, as deep as allowed", async () => {
    await serve({
      "/docs/start.html": article(
        "S",
        links("a", "/docs/sub/b", "/blog/c", "https://other.example.org/docs/", "a#top", "/docs/logo.png"),
      ),
      "/docs/a": article("A", links("deeper")),
      "/docs/sub/b": article("B"),
      "/docs/deeper": article("D", links("deepest")),
      "/docs/deepest": article("E"),
      "/blog/c": article("C"),
    });
    const reading = (await read("/docs/start.html"))!;
    expect(paths(reading)).toEqual(["/docs/start.html", "/docs/a", "/docs/sub/b", "/docs/deeper"]);
    expect(reading.listsAll).toBe(true);
    expect(paths(await read("/docs/start.html", { depth: 0 }))).toEqual(["/docs/start.html"]);
    expect(paths(await read("/docs/start.html", { depth: 3 }))).toContain("/docs/deepest");
    expect(paths(await read("/docs/start.html", { include: ["blog/**"] }))).toEqual(["/blog/c"]);
  });

  it("of a site that moved to another address of the same name is followed there", async () => {
    await serve({ "/new/": article("Start", links("a")), "/new/a": article("A") });
    site.pages.set("/", { status: 301, body: "", headers: { Location: "/new/" } });
    expect(paths(await read("/"))).toEqual(["/new/", "/new/a"]);
  });

  it("each page is one item, whatever its addresses", async () => {
    const canonical = '<link rel="canonical" href="/post">';
    await serve({
      "/": article("Start", links("/post?utm_source=a", "/post#b", "/print?p=1", "/moved", "/post?fbclid=2")),
      "/post": article("Post"),
      "/print?p=1": article("Post", "printed").replace("<head>", `<head>${canonical}`),
      "/moved": { status: 302, body: "", headers: { Location: "/post" } },
    });
    expect(paths(await read("/"))).toEqual(["/", "/post"]);
    expect(site.requested().filter((path) => path === "/post")).toHaveLength(2);
  });

  it("what asks robots to stay away is left out", async () => {
    const meta = (content: string) => `<meta name="robots" content="${content}">`;
    await serve({
      "/": article("Start", links("/noindex", "/nofollow", "/header")),
      "/noindex": article("N", links("/a")).replace("<head>", `<head>${meta("noindex")}`),
      "/nofollow": article("F", links("/b")).replace("<head>", `<head>${meta("nofollow")}`),
      "/header": { body: article("H"), headers: { "X-Robots-Tag": "noindex" } },
      "/a": article("A"),
      "/b": article("B"),
    });
    expect(paths(await read("/"))).toEqual(["/", "/nofollow", "/a"]);
  });

  it("stops in a calendar without end", async () => {
    await serve();
    site.intercept = ({ url }, response) => {
      const day = Number(/day=(\d+)/.exec(url!)?.[1] ?? 0);
      if (url === "/robots.txt") return false;
      response.setHeader("content-type", "text/html");
      response.end(
        article(
          `Day ${day}`,
          links(...Array.from({ length: 20 }, (_, more) => `/calendar?day=${day * 20 + more + 1}`)),
        ),
      );
      return true;
    };
    const reading = (await read("/", { depth: 10, maxPages: 5_000 }))!;
    expect(reading.items.length).toBeLessThanOrEqual(1_002);
    expect(reading.listsAll).toBe(false);
    expect(reading.notes).toEqual([expect.stringContaining("pages made up without end")]);
  }, 60_000);

  it("reads at most maxPages pages", async () => {
    await serve({
      "/": article("Start", links("/a", "/b", "/c")),
      "/a": article("A"),
      "/b": article("B"),
    });
    const reading = (await read("/", { maxPages: 2 }))!;
    expect([paths(reading), reading.listsAll]).toEqual([["/", "/a"], false]);
    expect(reading.notes).toEqual(["the site leads to more pages than maxPages; raise it, or exclude some"]);
  });

  it("a page that cannot be read is a failure of that page, and nothing counts as gone", async () => {
    await serve({
      "/": article("Start", links("/a", "/b")),
      "/a": { status: 500, body: "" },
      "/b": article("B"),
    });
    const opened = (await siteConnector.open(record("/"), contextOf()))!;
    const outcomes: string[] = [];
    for await (const item of opened.items())
      outcomes.push(
        await opened.fetch(item, null).then(
          ({ outcome }) => outcome,
          (error) => `${error.name}: ${error.message}`,
        ),
      );
    expect(outcomes).toEqual(["read", "ItemFailure: the server answers with status 500", "read"]);
    expect(opened.listsAll()).toBe(false);
  });

  it("a site that refuses to be read is left alone", async () => {
    await serve({
      "/": article("Start", links(...Array.from({ length: 60 }, (_, page) => `/page-${page}x`))),
    });
    site.intercept = ({ url }, response) => {
      if (!url!.startsWith("/page")) return false;
      response.writeHead(403).end();
      return true;
    };
    await expect(
      (async () => {
        const opened = (await siteConnector.open(record("/"), contextOf()))!;
        for await (const _item of opened.items());
      })(),
    ).rejects.toThrow(
      new SourceFailure(
        "20 pages in a row could not be read; the last one: the server answers with status 403",
      ),
    );
    expect(site.requested().length).toBeLessThan(25);
  });
});

describe("a page", () => {
  it("becomes a document with its facts; a PDF and a text are read as such; others are skipped", async () => {
    await serve({ "/a.html": article("A page") });
    site.pages.set("/b.pdf", { body: "%PDF-1.4 x", type: "application/octet-stream" });
    site.pages.set("/c", { body: "plain words", type: "text/plain; charset=utf-8" });
    site.pages.set("/d", { body: "{}", type: "application/json" });
    site.pages.set("/sitemap.xml", sitemap(["/a.html", "/b.pdf", "/c", "/d", "/e.jpg"]));
    const { fetched } = (await read("/sitemap.xml"))!;
    const outcome = (path: string) => fetched.get(`${site.url}${path}`)!;
    const [a, b, c] = ["/a.html", "/b.pdf", "/c"].map(outcome);
    if (a!.outcome !== "read" || b!.outcome !== "read" || c!.outcome !== "read") throw new Error("not read");
    expect([a!.content.format, b!.content.format, c!.content.format]).toEqual(["page", "pdf", "text"]);
    const [document] = await parse(a!.content);
    expect(document).toMatchObject({ title: "A page", url: `${site.url}/a.html`, part: null });
    expect(document!.content).toMatch(/^A bridge holds/);
    expect(outcome("/d")).toEqual({
      outcome: "skipped",
      reason: "is not a page: its type is application/json",
    });
    expect(outcome("/e.jpg")).toEqual({
      outcome: "skipped",
      reason: "is not a page: its name ends with .jpg",
    });
    expect(site.requested()).not.toContain("/e.jpg");
  });

  it("listed under two addresses is read once", async () => {
    const canonical = (path: string) => `<head><link rel="canonical" href="${path}">`;
    await serve({
      "/a": article("A"),
      "/a2": article("A").replace("<head>", canonical("/a")),
      "/x1": article("X").replace("<head>", canonical("/x")),
      "/x2": article("X").replace("<head>", canonical("/x")),
    });
    const secure = site.url.replace("http:", "https:");
    for (const path of ["/s2", "/s1"])
      site.pages.set(path, { body: article("S").replace("<head>", canonical(`${secure}/s1`)) });
    site.pages.set("/sitemap.xml", sitemap(["/a2", "/a", "/x1", "/x2", "/s2", "/s1"]));
    const reading = (await read("/sitemap.xml"))!;
    expect(idsWith(reading, "read")).toEqual([`${site.url}/a`, `${site.url}/x1`, `${site.url}/s1`]);
    expect(reading.fetched.get(`${site.url}/a2`)).toEqual({
      outcome: "skipped",
      reason: `is the same page as ${site.url}/a`,
    });
  });

  it("that leads elsewhere by a redirect is not stored under its old address", async () => {
    const to = (path: string): TestPage => ({ body: "", status: 302, headers: { Location: path } });
    await serve({
      "/": article("Start", links("/docs/moved", "/docs/left", "/docs/lost")),
      "/docs/moved": to("/docs/new"),
      "/docs/new": article("New"),
      "/docs/left": to("/login"),
      "/login": article("Sign in"),
      "/docs/lost": to("/"),
    });
    expect(paths(await read("/", { include: ["docs/**"] }))).toEqual(["/docs/new"]);
    site.pages.set("/sitemap.xml", sitemap(["/docs/moved", "/docs/left", "/docs/lost"]));
    const { fetched } = (await read("/sitemap.xml", { include: ["docs/**"] }))!;
    expect(
      [...fetched.values()].map((one) => (one.outcome === "skipped" ? one.reason : one.outcome)),
    ).toEqual([
      "read",
      `leads to ${site.url}/login, which does not belong to the source`,
      "leads to the start page by a redirect",
    ]);
  });

  it("that is too large, sends no end of redirects, or leads to a private host is refused", async () => {
    await serve();
    site.pages.set("/sitemap.xml", sitemap(["/huge", "/endless", "/private", "/elsewhere"]));
    site.intercept = ({ url }, response) => {
      if (url === "/huge") response.writeHead(200, { "content-length": String(2 * 1_024 ** 3) }).write("x");
      else if (url!.startsWith("/endless")) response.writeHead(302, { location: `${url}1` }).end();
      else if (url === "/private") response.writeHead(302, { location: "https://10.0.0.1/" }).end();
      else return false;
      return true;
    };
    const opened = (await siteConnector.open(record("/sitemap.xml"), contextOf()))!;
    const failures: string[] = [];
    for await (const item of opened.items())
      await opened
        .fetch(item, null)
        .catch((error) => failures.push(error instanceof ItemFailure ? error.message : "other"));
    expect(failures).toEqual([
      "the response is larger than 20000000 bytes",
      "too many redirects (more than 5)",
      "its address is private; if that is intended, add the host to PRIORART_ALLOW_PRIVATE_HOSTS",
    ]);
  });
});
