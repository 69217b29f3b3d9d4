import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { contextOf, describeConnector, idsWith, readAll } from "../conformance.case.ts";
import { article, links, startSite, type TestPage } from "../web/site.case.ts";
import { failure, index, paths, read, record, robots, serve, site, sitemap } from "./read-site.case.ts";
import { siteConnector } from "./site.ts";

afterEach(() => site?.close());

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
