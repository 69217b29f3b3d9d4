import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseFeed } from "./parse-feed.ts";

const parse = (text: string | Uint8Array, charset?: string) =>
  parseFeed({ bytes: Buffer.from(text), charset });
const rss = (items: string, head = "") =>
  `<?xml version="1.0"?>${head}<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Blog</title><link>https://e.org/</link>${items}</channel></rss>`;

describe("entries", () => {
  it("of RSS", () => {
    const { title, link, entries } = parse(
      rss(
        `<item><title>A &amp; B</title><link>https://e.org/a</link><guid isPermaLink="false">1</guid><description>short</description><content:encoded><![CDATA[<p>whole</p>]]></content:encoded><dc:creator>Ada</dc:creator><author>a@e.org (Bo)</author><pubDate>Wed, 02 Oct 2002 13:00:00 GMT</pubDate></item>
         <item><guid>https://e.org/b</guid><description>&lt;p&gt;only&lt;/p&gt;</description></item>`,
      ),
    );
    expect([title, link]).toEqual(["Blog", "https://e.org/"]);
    expect(entries).toEqual([
      {
        id: "1",
        link: "https://e.org/a",
        title: "A & B",
        author: "Ada",
        date: "Wed, 02 Oct 2002 13:00:00 GMT",
        language: null,
        inReplyTo: null,
        body: "<p>whole</p>",
        isText: false,
        isContent: true,
      },
      {
        id: "https://e.org/b",
        link: "https://e.org/b",
        title: null,
        author: null,
        date: null,
        language: null,
        inReplyTo: null,
        body: "<p>only</p>",
        isText: false,
        isContent: false,
      },
    ]);
  });

  it("of RSS 1.0, Atom and JSON Feed", () => {
    const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel rdf:about="x"><title>R</title></channel><item rdf:about="https://e.org/1"><title>One</title><link>https://e.org/1</link><description>d</description><dc:date>2024-01-01</dc:date></item></rdf:RDF>`;
    expect(parse(rdf).entries).toMatchObject([
      { link: "https://e.org/1", title: "One", date: "2024-01-01", body: "d" },
    ]);
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Ada</name></author><entry><id>tag:1</id><title type="html">T &lt;b&gt;x&lt;/b&gt;</title><link rel="self" href="/no"/><link href="/p"/><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>hi</p></div></content><summary>s</summary><updated>2024-01-02T00:00:00Z</updated></entry><entry><id>2</id><summary>plain &lt; text</summary></entry></feed>`;
    expect(parse(atom).entries).toMatchObject([
      {
        id: "tag:1",
        link: "/p",
        title: "T x",
        author: "Ada",
        date: "2024-01-02T00:00:00Z",
        isContent: true,
        isText: false,
      },
      { id: "2", link: null, body: "plain < text", isText: true, isContent: false },
    ]);
    const json = {
      version: "https://jsonfeed.org/version/1.1",
      title: "J",
      items: [
        {
          id: "1",
          url: "https://e.org/j",
          content_html: "<p>x</p>",
          authors: [{ name: "Z" }],
          date_published: "2024-01-01",
        },
        { id: 2, content_text: "t" },
      ],
    };
    expect(parse(JSON.stringify(json)).entries).toMatchObject([
      { id: "1", link: "https://e.org/j", author: "Z", body: "<p>x</p>", isText: false },
      { id: "2", body: "t", isText: true, isContent: true },
    ]);
  });
});

it("titles are text, though feeds encode them as HTML", () => {
  const titles = (feed: string) => parse(feed).entries.map(({ title }) => title);
  const rss = (title: string) =>
    titles(`<rss version="2.0"><channel><item><title>${title}</title></item></channel></rss>`);
  expect(rss("It&amp;#8217;s AT&amp;amp;T")).toEqual(["It’s AT&T"]);
  expect(rss("<![CDATA[Q&amp;A, R&D, a < b]]>")).toEqual(["Q&A, R&D, a < b"]);
  const atom = (title: string) =>
    titles(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>${title}</entry></feed>`);
  expect(atom('<title type="html">&lt;b&gt;It&lt;/b&gt;&amp;#8217;s a &amp;lt; b</title>')).toEqual([
    "It’s a < b",
  ]);
  expect(atom("<title>Write &amp;amp; for &amp;</title>")).toEqual(["Write &amp; for &"]);
});

it("links of Atom are relative to their base", () => {
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://e.org/blog/"><entry><id>1</id><link href="a"/></entry>
    <entry xml:base="2024/"><id>2</id><link href="b"/></entry><entry><id>3</id><link href="https://o.org/"/></entry></feed>`;
  expect(parse(feed).entries.map(({ link }) => link)).toEqual([
    "https://e.org/blog/a",
    "https://e.org/blog/2024/b",
    "https://o.org/",
  ]);
});

describe("a damaged feed", () => {
  const item = (name: string) => `<item><title>${name}</title><link>https://e.org/${name}</link></item>`;
  const titles = ({ entries }: ReturnType<typeof parseFeed>) => entries.map(({ title }) => title);

  it("with entities and characters that XML does not allow is read", () => {
    expect(
      titles(parse(`\n\ufeffnoise${rss(`<item><title>A & B &nbsp;&copy;\x01\x0b</title></item>`)}`)),
    ).toEqual(["A & B \u00a0©"]);
  });

  it("is read as far as its entries are whole", () => {
    const cut = rss(item("a") + item("b")).replace(/b<\/link>.*$/s, "");
    expect([titles(parse(cut)), parse(cut).broken]).toEqual([["a"], 1]);
    const unclosed = rss(`${item("a")}<item><title>x<link>y</link></item>${item("c")}`);
    expect([titles(parse(unclosed)), parse(unclosed).broken]).toEqual([["a", "c"], 1]);
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>x<entry><id>1</id><title>one</title></entry></feed>`;
    expect(titles(parse(atom))).toEqual(["one"]);
  });

  it("that expands entities stays small", () => {
    const lol = Array.from(
      { length: 12 },
      (_, level) => `<!ENTITY a${level + 1} "${`&a${level};`.repeat(12)}">`,
    );
    const bomb = rss(
      "<item><title>&a12;</title></item>",
      `<!DOCTYPE rss [<!ENTITY a0 "lol">${lol.join("")}]>`,
    );
    expect(JSON.stringify(parse(bomb)).length).toBeLessThan(10_000);
  });

  it("and anything else either is a feed or is refused", () => {
    for (const text of ["", "hello", "<html><body>x", "{}", "[]", "<rss>", "null"])
      expect(() => expect(parse(text).entries).toEqual([]) ?? 0).not.toThrow(TypeError);
    const piece = fc.oneof(
      fc.constantFrom(
        "<rss>",
        "<channel>",
        "<item>",
        "</item>",
        "<title>",
        "<feed>",
        "<entry>",
        "</entry>",
        "<![CDATA[",
        "]]>",
        "&",
        "</rss>",
      ),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        try {
          parse(pieces.join(""));
        } catch (error) {
          expect((error as Error).name).toBe("FormatError");
        }
      }),
    );
  });
});

describe("encoding", () => {
  const latin = Buffer.from(
    `<?xml version="1.0" encoding="windows-1251"?><rss version="2.0"><channel><title>\xcf\xf0\xe8</title></channel></rss>`,
    "latin1",
  );

  it("is that of the XML declaration where header and declaration differ, and UTF-8 where the bytes are", () => {
    expect(parse(latin, "utf-8").title).toBe("При");
    expect(parse(latin, "iso-8859-1").title).toBe("При");
    expect(
      parse(rss("").replace('"1.0"', '"1.0" encoding="iso-8859-1"').replace("Blog", "Café"), "us-ascii")
        .title,
    ).toBe("Café");
    expect(
      parse(Buffer.from("\ufeff<rss version='2.0'><channel><title>é</title></channel></rss>", "utf16le"))
        .title,
    ).toBe("é");
  });
});

it.each([
  ["RSS", rss("<item><guid>1</guid></item>").replace("<link>", "<language>de-at</language><link>"), "de-at"],
  ["an entry of RSS", rss("<item><guid>1</guid><dc:language>fr</dc:language></item>"), "fr"],
  [
    "Atom",
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="pt-BR"><title>B</title><id>f</id><entry><id>1</id><title>A</title></entry></feed>',
    "pt-BR",
  ],
  [
    "JSON Feed",
    '{"version":"https://jsonfeed.org/version/1.1","title":"B","language":"nl","items":[{"id":"1"}]}',
    "nl",
  ],
])("%s states its language", (_, text, language) => {
  expect(parse(text).entries[0]!.language).toBe(language);
});
