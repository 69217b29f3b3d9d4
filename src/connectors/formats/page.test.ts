import { describe, expect, it } from "vitest";
import type { Hints } from "../connector.ts";
import { parsePage } from "./page.ts";

const url = "https://blog.example.org/2024/bridges.html?utm_source=x";
const parse = async (html: string, hints: Hints = { url }) =>
  (await parsePage({ format: "page", name: "2024/bridges.html", bytes: Buffer.from(html), hints }))[0]!;

const sentence = "Bridges hold assets on one chain while a claim on them moves on another, which is a risk. ";
const article = `<article><h1>How bridges fail</h1><p>${sentence.repeat(5)}</p><p>${sentence.repeat(4)} <a href="/more">More</a></p></article>`;
const surround = (content: string, head = "") =>
  `<html><head><title>How bridges fail | Example Blog</title>${head}</head><body><header><ul><li><a href="/">Home</a></li><li><a href="/about">About us</a></li></ul></header>${content}<aside class="sidebar"><a href="/x">Popular posts</a></aside><footer>Copyright Example Blog</footer></body></html>`;

describe("content", () => {
  it("is the main part of the page, without what surrounds it and without the title", async () => {
    const { content, title, part } = await parse(surround(article));
    expect(title).toBe("How bridges fail");
    expect(part).toBeNull();
    expect(content.startsWith("Bridges hold assets")).toBe(true);
    expect(content).toContain("[More](https://blog.example.org/more)");
    for (const other of ["Home", "Popular", "Copyright", "# How bridges"])
      expect(content).not.toContain(other);
  });

  it("is the whole body where no main part is found", async () => {
    const { content } = await parse(
      "<title>Status</title><table><tr><td>All systems</td><td>work</td></tr></table>",
    );
    expect(content).toContain("All systems");
    const links = Array.from(
      { length: 60 },
      (_, index) => `<li><a href="/${index}">Entry number ${index}</a></li>`,
    );
    expect((await parse(`<ul>${links.join("")}</ul>`)).content).toContain("[Entry number 59]");
  });

  it("keeps code with its language, and tables", async () => {
    const code = '<pre><code class="language-solidity">contract A {}</code></pre>';
    const table = "<table><thead><tr><th>Year<th>Loss</thead><tbody><tr><td>2022<td>600</tbody></table>";
    const { content } = await parse(surround(article.replace("</article>", `${code}${table}</article>`)));
    expect(content).toContain("```solidity\ncontract A {}\n```");
    expect(content).toContain("| Year | Loss |\n| --- | --- |\n| 2022 | 600 |");
  });

  it("keeps headings whatever their class", async () => {
    const sections = [1, 2].map(
      (part) => `<h2 class="section-header">Part ${part}</h2><p>${sentence.repeat(5)}</p>`,
    );
    const { content } = await parse(
      surround(article.replace("</article>", `${sections.join("")}</article>`)),
    );
    expect(content).toContain("## Part 1\n\nBridges");
    expect(content).toContain("## Part 2\n\nBridges");
  });

  it("is found in a page of 60,000 elements and under 10,000 levels", async () => {
    const { content } = await parse(surround(`<p>${"<i>a</i> ".repeat(60_000)}end</p>`));
    expect(content).toContain("end");
    expect((await parse(`${"<div>".repeat(10_000)}${article}`)).content).toContain("Bridges hold");
  }, 30_000);
});

describe("title", () => {
  const title = async (head: string, body = "") => (await parse(`<head>${head}</head>${body}<p>x</p>`)).title;

  it("is without the name of the site", async () => {
    const site = '<meta property="og:site_name" content="Example Blog">';
    expect(await title(`<title>Bridges – Example Blog</title>${site}`)).toBe("Bridges");
    expect(await title(`<title>Example Blog: Bridges - Part 2</title>${site}`)).toBe(
      "Example Blog: Bridges - Part 2",
    );
    expect(await title(`<title>Example Blog » Bridges</title>${site}`)).toBe("Bridges");
    expect(await title("<title>Bridges - blog.example.org</title>")).toBe("Bridges");
    expect(await title("<title>Bridges | Something else</title>", "<h1>Bridges</h1>")).toBe("Bridges");
  });

  it("is without the sign that links to the heading itself", async () => {
    for (const sign of ["¶", "\u200b"]) {
      const heading = `<h1>Bridges<a href="#bridges">${sign}</a></h1>`;
      expect(await title("<title>Bridges — Proj 1.0 documentation</title>", heading)).toBe("Bridges");
      expect(await title("", heading)).toBe("Bridges");
    }
  });

  it("is that of the chapter where the first heading names the book", async () => {
    const book = "<h1>The Book</h1><main><h1>Variables</h1></main>";
    expect(await title("<title>Variables - The Book</title>", book)).toBe("Variables");
    const chapter = "<h1>The Book</h1><main><h2>Variables</h2></main>";
    expect(await title("<title>Variables - The Book</title>", chapter)).toBe("Variables");
    expect(await title("<title>Short - The Book</title>", book)).toBe("Short");
    expect(await title("<title>The Book - Variables</title>", "<h1>Variables</h1>")).toBe("Variables");
  });

  it("keeps separators that belong to it", async () => {
    expect(await title("<title>Rollups - a survey</title>")).toBe("Rollups - a survey");
    expect(await title("<title>Option in std - Rust</title>", "<h1>Option</h1>")).toBe(
      "Option in std - Rust",
    );
    expect(await title("<title>Proof-of-stake | Part 1</title>", "<h1>Other</h1>")).toBe(
      "Proof-of-stake | Part 1",
    );
  });

  it("comes from Open Graph, the title, the heading, the hint, or the name", async () => {
    expect(await title('<title>A</title><meta property="og:title" content="B">')).toBe("B");
    expect(await title("", "<h1>Head</h1>")).toBe("Head");
    expect((await parse("<p>x</p>", { url, title: "Hint" })).title).toBe("Hint");
    expect((await parse("<p>x</p>")).title).toBe("Bridges");
  });
});

describe("author and date", () => {
  const facts = async (head: string) => {
    const { author, publishedAt } = await parse(surround(article, head));
    return [author, publishedAt];
  };
  const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

  it("come from JSON-LD, also within a graph", async () => {
    const post = {
      "@type": ["BlogPosting"],
      datePublished: "2024-03-01T10:00:00+02:00",
      author: [{ "@type": "Person", name: "Ada L." }, { name: "Bo" }],
    };
    const page = { "@type": "WebPage", datePublished: "2020-01-01" };
    const [author, date] = await facts(jsonLd({ "@graph": [page, post] }));
    expect(author).toBe("Ada L., Bo");
    expect(Date.parse(date!)).toBe(Date.parse("2024-03-01T08:00:00Z"));
  });

  it("come from meta elements and from time", async () => {
    expect(
      await facts(
        '<meta name="author" content="Ada"><meta property="article:published_time" content="2024-03-01">',
      ),
    ).toEqual(["Ada", "2024-03-01"]);
    expect(await facts('<meta name="citation_publication_date" content="2024/03/01">')).toEqual([
      null,
      "2024-03-01",
    ]);
    const { publishedAt } = await parse(
      surround(article.replace("<p>", '<time datetime="2023-12-31">yesterday</time><p>')),
    );
    expect(publishedAt).toBe("2023-12-31");
  });

  it("in the future, impossible or malformed are dropped, and so are addresses as authors", async () => {
    expect(
      await facts(
        '<meta property="article:author" content="https://example.org/ada"><meta name="date" content="2999-01-01"><meta name="pubdate" content="2024-13-45">',
      ),
    ).toEqual([null, null]);
    expect(await facts('<script type="application/ld+json">{"@type": "Article", broken</script>')).toEqual([
      null,
      null,
    ]);
    expect(
      await facts(jsonLd({ "@type": "Article", datePublished: { a: 1 }, author: { name: ["x"] } })),
    ).toEqual([null, null]);
  });
});

describe("address", () => {
  const canonical = async (href: string, hints?: Hints) =>
    (await parse(`<link rel="canonical" href="${href}"><p>x</p>`, hints)).url;

  it("is the canonical one where the page states it, without a fragment", async () => {
    expect(await canonical("https://blog.example.org/2024/bridges#top")).toBe(
      "https://blog.example.org/2024/bridges",
    );
    expect(await canonical("/b")).toBe("https://blog.example.org/b");
    expect(await canonical("https://www.blog.example.org/b")).toBe("https://www.blog.example.org/b");
  });

  it("is not that of another site, nor the start page of this one", async () => {
    for (const href of [
      "https://other.example.org/b",
      "https://blog.example.org/",
      "javascript:x",
      "http://[",
    ])
      expect(await canonical(href)).toBeNull();
    expect(await canonical("/", { url: "https://blog.example.org/" })).toBe("https://blog.example.org/");
  });
});

it.each([
  ['<html lang="de_AT">', "", "de-AT"],
  ["<html>", '<meta http-equiv="Content-Language" content="fr">', "fr"],
  ["<html>", '<meta property="og:locale" content="pt_BR">', "pt-BR"],
  ['<html lang="German">', "", null],
  ["<html>", '<meta http-equiv="content-language" content="en, fr">', null],
])("its language is as %s %s states", async (start, head, language) => {
  const html = surround(article, head).replace("<html>", start);
  expect((await parse(html)).language).toBe(language);
});
