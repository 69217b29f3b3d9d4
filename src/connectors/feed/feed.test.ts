import { afterEach, describe, expect, it } from "vitest";
import { contextOf, describeConnector, idsWith, type Reading, readAll } from "../conformance.case.ts";
import { parse } from "../formats/parse.ts";
import { article, startSite, type TestPage, type TestSite } from "../web/site.case.ts";
import { feedConnector } from "./feed.ts";

interface TestEntry {
  link?: string;
  guid?: string;
  title?: string;
  date?: string;
  summary?: string;
  content?: string;
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
const element = (name: string, text?: string) =>
  text === undefined ? "" : `<${name}>${escaped(text)}</${name}>`;
const rss = (entries: TestEntry[]): TestPage => ({
  type: "application/rss+xml",
  body: `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>Blog</title><link>https://blog.example.org/</link>${entries
    .map(
      ({ link, guid, title, date, summary, content }) =>
        `<item>${element("link", link)}${element("guid", guid)}${element("title", title)}${element("pubDate", date)}${element("description", summary)}${element("content:encoded", content)}</item>`,
    )
    .join("")}</channel></rss>`,
});

let site: TestSite;
afterEach(() => site?.close());
const serve = async (entries: TestEntry[], pages: Record<string, string | TestPage> = {}) => {
  site = await startSite({ "/feed": rss(entries), ...pages });
};
const record = () => ({ kind: "feed" as const, url: `${site.url}/feed`, delaySeconds: 0 });
const read = (earlier?: Reading) => readAll(feedConnector, { record: record() }, earlier);
const ids = (reading: Reading | null) => reading!.items.map(({ id }) => id);
const failure = () =>
  read().then(
    () => "no failure",
    (error: Error) => `${error.name}: ${error.message}`,
  );
/** The documents, in the order of the entries. */
const documents = async (reading: Reading | null) => {
  const found = [];
  for (const fetched of reading!.fetched.values())
    if (fetched.outcome === "read") found.push(...(await parse(fetched.content)));
  return found;
};

describe("every connector: a feed", () => {
  describeConnector(feedConnector, async () => {
    const entry = (name: string): TestEntry => ({
      link: `https://blog.example.org/${name}`,
      title: name,
      content: `<p>The text of ${name}</p>`,
    });
    const entries = ["a", "b", "c"].map(entry);
    const served = await startSite({ "/feed": rss(entries) });
    return {
      record: { kind: "feed", url: `${served.url}/feed`, delaySeconds: 0 },
      change() {
        served.pages.set(
          "/feed",
          rss([entries[0]!, { ...entries[1]!, content: "<p>Other</p>" }, entries[2]!]),
        );
        return "https://blog.example.org/b";
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

describe("an entry", () => {
  it("becomes a document with what the feed states", async () => {
    await serve([
      {
        link: "https://blog.example.org/a?utm_source=rss",
        title: "Ends & means",
        date: "Wed, 02 Oct 2002 13:00:00 GMT",
        content: '<h1>A heading</h1><p>See <a href="/b">this</a>.</p><time datetime="2020-01-01">then</time>',
      },
    ]);
    const reading = await read();
    expect(ids(reading)).toEqual(["https://blog.example.org/a"]);
    expect(await documents(reading)).toEqual([
      {
        part: null,
        title: "Ends & means",
        author: null,
        url: "https://blog.example.org/a",
        publishedAt: "2002-10-02T13:00:00Z",
        content: "# A heading\n\nSee [this](https://blog.example.org/b).\n\nthen",
      },
    ]);
    expect(site.requested()).toEqual(["/feed"]);
  });

  it("is named by its link, then its id, then its title and date", async () => {
    await serve([
      { link: "https://blog.example.org/a#c", guid: "1", title: "A", content: "<p>a</p>" },
      { guid: "urn:2", title: "B", content: "<p>b</p>" },
      { title: "C", date: "Wed, 02 Oct 2002 13:00:00 GMT", content: "<p>c</p>" },
      { link: "https://blog.example.org/", guid: "urn:4", title: "D", content: "<p>d</p>" },
    ]);
    const first = await read();
    expect(ids(first)).toEqual([
      "https://blog.example.org/a",
      "urn:2",
      expect.stringMatching(/^entry-[\w-]{43}$/),
      "urn:4",
    ]);
  });

  it("keeps its name when the feed changes every id", async () => {
    const entries = (round: number) =>
      ["a", "b"].map((name) => ({
        link: `https://blog.example.org/${name}`,
        guid: `${name}-${round}`,
        title: name,
        content: `<p>${name}</p>`,
      }));
    await serve(entries(1));
    const first = (await read())!;
    site.pages.set("/feed", rss(entries(2)));
    const second = (await read(first))!;
    expect(second.items).toEqual(first.items);
    expect(idsWith(second, "read")).toEqual([]);
  });

  it("that shares its link with others keeps its own name", async () => {
    const link = "https://blog.example.org/news";
    await serve([
      { link, guid: "1", content: "<p>1</p>" },
      { link, guid: "2", content: "<p>2</p>" },
      { link, guid: "2", content: "<p>again</p>" },
    ]);
    expect(new Set(ids(await read())).size).toBe(2);
  });

  it("dated in the future has no date", async () => {
    await serve([{ guid: "1", title: "A", date: "Wed, 02 Oct 2999 13:00:00 GMT", content: "<p>x</p>" }]);
    expect((await documents(await read()))[0]!.publishedAt).toBeNull();
  });
});

describe("an entry with a summary only", () => {
  const summary = "<p>The beginning […]</p>";
  const entriesOf = (...paths: string[]) =>
    paths.map((path) => ({
      link: `${site.url}${path}`,
      title: `Entry ${path}`,
      date: "Wed, 02 Oct 2002 13:00:00 GMT",
      summary,
    }));
  const serveSummaries = async (...paths: string[]) => {
    await serve([]);
    site.pages.set("/feed", rss(entriesOf(...paths)));
  };

  it("is read from its page", async () => {
    await serveSummaries("/a");
    site.pages.set("/a", { body: article("The page") });
    const [document] = await documents(await read());
    expect(document).toMatchObject({
      title: "The page",
      publishedAt: "2002-10-02T13:00:00Z",
      url: `${site.url}/a`,
    });
    expect(document!.content).toMatch(/^A bridge holds/);
  });

  it("is read from its page when the text is cut, whatever the feed calls it", async () => {
    await serve([]);
    site.pages.set("/a", { body: article("The page") });
    site.pages.set(
      "/feed",
      rss([{ link: `${site.url}/a`, title: "A", content: "<p>Long […]</p><p>Continue reading →</p>" }]),
    );
    expect((await documents(await read()))[0]!.title).toBe("The page");
  });

  it("keeps the summary when its page cannot be read or must not be", async () => {
    await serveSummaries("/missing", "/broken", "/image.png", "/private", "/elsewhere", "/endless");
    site.pages.set("/robots.txt", { body: "User-agent: *\nDisallow: /private", type: "text/plain" });
    site.pages.set("/private", { body: article("Private") });
    site.pages.set("/broken", { body: "", status: 500 });
    site.pages.set("/elsewhere", { body: "", status: 302, headers: { Location: "https://10.0.0.1/" } });
    site.pages.set("/endless", { body: "", status: 302, headers: { Location: "/endless" } });
    const reading = (await read())!;
    const found = await documents(reading);
    expect(found.map(({ content }) => content)).toEqual(Array(6).fill("The beginning […]"));
    expect(found[0]!.title).toBe("Entry /missing");
    expect(site.requested()).not.toContain("/private");
    expect(reading.state).toBeNull();
    expect(reading.notes).toEqual(["the pages of 3 entries could not be read; they are tried again"]);
  });

  it("is read from its page later, and never goes back to the summary because of a failure", async () => {
    for (const validates of [true, false]) {
      await serveSummaries("/a");
      site.pages.set("/a", { body: "", status: 503 });
      const first = (await read())!;
      expect((await documents(first))[0]!.content).toBe("The beginning […]");
      site.pages.set("/a", { body: article("The page"), validates });
      const second = (await read(first))!;
      expect((await documents(second))[0]!.title).toBe("The page");
      site.pages.set("/a", { body: "", status: 503 });
      site.pages.set("/feed", rss([...entriesOf("/a"), { guid: "new", content: "<p>x</p>" }]));
      await expect(read(second)).rejects.toThrow("the server answers with status 503");
      await site.close();
    }
  });

  it("is not transferred again while its page has not changed", async () => {
    await serveSummaries("/a");
    site.pages.set("/a", { body: article("The page") });
    const first = (await read())!;
    site.pages.set("/feed", rss([...entriesOf("/a"), { guid: "new", content: "<p>x</p>" }]));
    const second = (await read(first))!;
    expect(second.fetched.get(`${site.url}/a`)).toEqual({ outcome: "unchanged" });
  });
});

describe("a feed", () => {
  it("that has not changed is not read, and an entry that it no longer lists is not gone", async () => {
    await serve([{ guid: "1", content: "<p>x</p>" }]);
    const first = (await read())!;
    expect(first.state).toEqual({ etag: expect.any(String) });
    expect(await read(first)).toBeNull();
    expect(first.listsAll).toBe(false);
  });

  it("that moved is read where it is now", async () => {
    await serve([]);
    site.pages.set("/feed", { body: "", status: 301, headers: { Location: "/new/feed" } });
    site.pages.set("/new/feed", rss([{ guid: "1", content: "<p>x</p>" }]));
    expect(ids(await read())).toEqual(["1"]);
  });

  it("that is damaged is read as far as possible, and the damage is reported", async () => {
    await serve([
      { guid: "1", content: "<p>x</p>" },
      { guid: "2", content: "<p>y</p>" },
    ]);
    const { body } = site.pages.get("/feed")!;
    site.pages.set("/feed", { body: String(body).slice(0, -60), type: "text/xml" });
    const reading = (await read())!;
    expect([ids(reading), reading.notes]).toEqual([
      ["1"],
      ["the feed is damaged: 1 of its entries cannot be read"],
    ]);
  });

  it("lists at most 2,000 entries", async () => {
    await serve(Array.from({ length: 2_500 }, (_, entry) => ({ guid: `${entry}`, content: "x" })));
    const opened = (await feedConnector.open(record(), contextOf()))!;
    let listed = 0;
    for await (const _item of opened.items()) listed++;
    expect([listed, opened.notes!()]).toEqual([2_000, ["only the first 2000 of 2500 entries were read"]]);
  });

  it.each([
    ["missing", { status: 404, body: "" }, "the feed does not exist"],
    ["forbidden", { status: 403, body: "" }, "the feed answers with status 403"],
    ["in trouble", { status: 503, body: "" }, "the feed answers with status 503"],
    [
      "a page",
      { body: '<html><link rel="alternate" type="application/rss+xml" href="https://e.org/rss">' },
      "the address is neither RSS, Atom nor JSON Feed; it is a page that announces https://e.org/rss",
    ],
    ["binary", { body: Buffer.alloc(100), type: "application/rss+xml" }, "the address is binary, not text"],
  ] as [string, TestPage, string][])("that is %s fails with a reason", async (_name, page, reason) => {
    await serve([], { "/feed": page });
    expect(await failure()).toBe(`SourceFailure: ${reason}`);
  });

  it("that never ends, or is cut by the connection, fails with a reason", async () => {
    await serve([]);
    site.intercept = (_request, response) => {
      response.writeHead(200, { "content-length": "1000" }).write("<rss>");
      setImmediate(() => response.destroy());
      return true;
    };
    expect(await failure()).toMatch(/^SourceFailure: the feed cannot be read: the connection failed/);
    site.intercept = (_request, response) => {
      response.writeHead(200, { "content-length": String(2 ** 31) }).write("<rss>");
      return true;
    };
    expect(await failure()).toBe(
      "SourceFailure: the feed cannot be read: the response is larger than 20000000 bytes",
    );
  });
});
