import { afterEach, describe, expect, it } from "vitest";
import { contextOf, idsWith } from "../conformance.case.ts";
import { ItemFailure, SourceFailure } from "../connector.ts";
import { parse } from "../formats/parse.ts";
import { article, links, type TestPage } from "../web/site.case.ts";
import { paths, read, record, serve, site, sitemap } from "./read-site.case.ts";
import { siteConnector } from "./site.ts";

afterEach(() => site?.close());

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

  it("is read whatever it asks about previews of images", async () => {
    const meta = '<meta name="robots" content="index, max-image-preview:none">';
    await serve({
      "/": article("Start", links("/header")).replace("<head>", `<head>${meta}`),
      "/header": { body: article("H"), headers: { "X-Robots-Tag": "max-image-preview: none" } },
    });
    expect(paths(await read("/"))).toEqual(["/", "/header"]);
  });

  it("that only leads to another one is not that one, and does not take its place", async () => {
    const stub = (refresh: string) =>
      `<html><head>${refresh}<link rel="canonical" href="/guide"></head><body>Moved.</body></html>`;
    await serve({
      "/": stub('<meta http-equiv="refresh" content="0; url=/home">'),
      "/home": article("Home", links("/old", "/scripts", "/later")),
      "/old": stub(
        `<meta http-equiv="Refresh" content="3;URL='/guide'"><meta name="robots" content="noindex">`,
      ),
      "/guide": article("Guide"),
      "/scripts": article("Scripts").replace(
        "<head>",
        '<head><noscript><meta http-equiv="refresh" content="0; url=/plain"></noscript>',
      ),
      "/later": article("Later").replace(
        "<head>",
        '<head><meta http-equiv="refresh" content="300; url=/login">',
      ),
    });
    const reading = (await read("/", { depth: 3 }))!;
    expect(paths(reading)).toEqual(["/home", "/scripts", "/later", "/guide"]);
    const guide = [...reading.fetched].find(([id]) => id.endsWith("/guide"))![1];
    expect(guide.outcome === "read" && guide.content.bytes.toString()).toContain("<h1>Guide");
  });

  it("that is the start page and leads to another site is a failure", async () => {
    await serve({
      "/": '<html><head><meta http-equiv="refresh" content="0; url=https://other.example.org/"></head></html>',
    });
    await expect(read("/")).rejects.toThrow("leads to https://other.example.org/ by a refresh");
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

  it("listed first is kept of those that state the same address, whichever is answered first", async () => {
    const page = article("X").replace("<head>", '<head><link rel="canonical" href="/x">');
    await serve({ "/x1": page, "/x2": page, "/y": article("Y") });
    site.pages.set("/sitemap.xml", sitemap(["/x1", "/x2", "/y"]));
    const opened = (await siteConnector.open(record("/sitemap.xml"), contextOf()))!;
    let answer = () => {};
    site.intercept = ({ url }, response) => {
      if (url === "/x1")
        answer = () => void response.writeHead(200, { "content-type": "text/html" }).end(page);
      return url === "/x1";
    };
    const outcomes: Promise<string>[] = [];
    for await (const item of opened.items())
      outcomes.push(opened.fetch(item, null).then(({ outcome }) => outcome));
    // Two requests at a time: this one is sent when that for the second page is answered.
    await outcomes[2];
    answer();
    expect(await Promise.all(outcomes)).toEqual(["read", "skipped", "read"]);
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
