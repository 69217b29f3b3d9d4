import { afterEach, describe, expect, it } from "vitest";
import { createHttpClient } from "../net/http-client.ts";
import { discover } from "./discover.ts";
import { article, startSite, type TestPage, type TestSite } from "./web/site.case.ts";

let site: TestSite;
afterEach(() => site?.close());

const http = createHttpClient({ allowPrivateHosts: ["127.0.0.1"] });
/** Proposals with addresses relative to the site. */
const found = async (address: string) => {
  const proposals = await discover(address.startsWith("/") ? `${site.url}${address}` : address, { http });
  return JSON.parse(JSON.stringify(proposals).replaceAll(site?.url ?? "-", "")) as typeof proposals;
};
const connectors = async (address: string) => (await found(address)).map(({ connector }) => connector);
const failure = (address: string) =>
  found(address).then(
    () => "no failure",
    (error: Error) => `${error.name}: ${error.message}`,
  );

const feed: TestPage = {
  body: "<rss version='2.0'><channel><title>T</title><item><title>a</title></item></channel></rss>",
  type: "application/rss+xml",
};
const sitemap = (path: string): TestPage => ({
  body: `<urlset><url><loc>https://example.org${path}</loc></url></urlset>`,
  type: "application/xml",
});
const announcing = (...hrefs: string[]) =>
  article("Page").replace(
    "<head>",
    `<head>${hrefs.map((href) => `<link rel="alternate" type="application/rss+xml" title="News ${href}" href="${href}">`).join("")}`,
  );

describe("an address of a known host of repositories", () => {
  it.each([
    ["https://github.com/owner/repo", { url: "https://github.com/owner/repo" }],
    ["https://www.github.com/owner/repo/", { url: "https://github.com/owner/repo" }],
    [
      "https://github.com/owner/repo/tree/main/docs/a%20b",
      { url: "https://github.com/owner/repo", branch: "main", include: ["/docs/a b"] },
    ],
    [
      "https://codeberg.org/owner/repo/src/branch/dev",
      { url: "https://codeberg.org/owner/repo", branch: "dev" },
    ],
    [
      "https://gitlab.com/owner/repo/-/blob/main/README.md",
      { url: "https://gitlab.com/owner/repo", branch: "main", include: ["/README.md"] },
    ],
    ["https://git.example.org/docs.git", { url: "https://git.example.org/docs.git" }],
  ])("%s is read as a repository, without a request", async (address, expected) => {
    expect(await connectors(address)).toEqual([{ kind: "git", ...expected }]);
  });
});

describe("an address that holds a document", () => {
  it.each([
    ["a PDF", { body: "%PDF-1.7 x", type: "application/octet-stream" }, { kind: "pdf", urls: ["/x"] }],
    [
      "a mail archive",
      { body: "From a@e.org Mon Jan 1\nSubject: x\n", type: "text/plain" },
      { kind: "mbox", urls: ["/x"] },
    ],
    [
      "captions",
      { body: "WEBVTT\n\n00:00.000 --> 00:01.000\nhi", type: "text/vtt" },
      { kind: "transcript", urls: ["/x"] },
    ],
    ["a feed", feed, { kind: "feed", url: "/x" }],
    ["a sitemap", sitemap("/a"), { kind: "site", url: "/x" }],
  ] as [string, TestPage, unknown][])("%s is read as that", async (_name, page, expected) => {
    site = await startSite({ "/x": page });
    expect(await connectors("/x#part")).toEqual([expected]);
    expect(site.requested()).toHaveLength(1);
  });
});

describe("a page", () => {
  it("leads to its feed, the sitemap and itself, in this order, in four requests", async () => {
    site = await startSite({
      "/blog/post": announcing("/rss", "/comments/feed", "/other"),
      "/rss": feed,
      "/sitemap.xml": sitemap("/blog/a"),
    });
    expect(await found("/blog/post")).toEqual([
      { connector: { kind: "feed", url: "/rss" }, why: "the page announces the feed News /rss" },
      { connector: { kind: "feed", url: "/other" }, why: "the page announces the feed News /other" },
      {
        connector: { kind: "site", url: "/sitemap.xml", include: ["blog/**"] },
        why: "the site has a sitemap; only pages in /blog/ are read",
      },
      {
        connector: { kind: "site", url: "/blog/post" },
        why: "the page and those in its folder that it leads to",
      },
      { connector: { kind: "site", url: "/blog/post", depth: 0 }, why: "this page alone" },
    ]);
    expect(site.requested()).toEqual(["/blog/post", "/rss", "/robots.txt", "/sitemap.xml"]);
  });

  it("with a feed that is gone, and with a sitemap that robots.txt names", async () => {
    site = await startSite({ "/": announcing("/rss"), "/map.xml": sitemap("/a") });
    site.pages.set("/robots.txt", {
      body: `Sitemap: https://other.example.org/s.xml\nSitemap: ${site.url}/map.xml`,
      type: "text/plain",
    });
    expect(await connectors("/")).toEqual([
      { kind: "site", url: "/map.xml" },
      { kind: "site", url: "/" },
    ]);
  });

  it("that moved is proposed where it is now", async () => {
    site = await startSite({
      "/old": { body: "", status: 301, headers: { Location: "/new/" } },
      "/new/": article("N"),
    });
    expect(await connectors("/old")).toEqual([{ kind: "site", url: "/new/" }]);
  });

  it("that robots.txt does not allow is proposed by its feed only", async () => {
    site = await startSite({
      "/a": announcing("/rss"),
      "/b": article("B"),
      "/rss": feed,
      "/robots.txt": { body: "User-agent: *\nDisallow: /", type: "text/plain" },
    });
    expect(await connectors("/a")).toEqual([{ kind: "feed", url: "/rss" }]);
    expect(await failure("/b")).toBe(
      "SourceFailure: robots.txt of the site does not allow reading the address",
    );
    site.pages.set("/robots.txt", { body: "", status: 500 });
    expect(await failure("/b")).toBe("SourceFailure: robots.txt of the site cannot be read, so nothing is");
  });
});

it("an address that cannot be read is refused with the reason", async () => {
  site = await startSite({
    "/json": { body: "{}", type: "application/json" },
    "/loop": { body: "", status: 302, headers: { Location: "/loop" } },
  });
  expect(await failure("/missing")).toBe("SourceFailure: the address cannot be read: it does not exist");
  expect(await failure("/loop")).toBe(
    "SourceFailure: the address cannot be read: too many redirects (more than 5)",
  );
  expect(await failure("/json")).toBe(
    "SourceFailure: the address holds neither a page, a feed nor a document: its type is application/json",
  );
  expect(await failure("https://10.0.0.1/")).toContain("its address is private");
  expect(await failure("mailto:a@e.org")).toBe("SourceFailure: the address is not that of a web page");
});
