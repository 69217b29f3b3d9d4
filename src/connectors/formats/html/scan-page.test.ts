import fc from "fast-check";
import { expect, it } from "vitest";
import { scanPage } from "./scan-page.ts";
import { readTags } from "./tags.ts";

it("finds what the page states and links to, in any case and quotes, and not in comments or scripts", async () => {
  const scan = await scanPage(`<!doctype html><HTML Lang=en><head><base href='/v1/'>
    <title> A &amp;
      B </title><title>no</title><META NAME=Author CONTENT="A &quot;C&quot;"><meta name=author content=no>
    <link rel="Canonical" href="/c"><link rel="alternate" type="application/atom+xml" title=News href=/feed>
    <link rel="alternate" hreflang=de href=/de>
    <script type="application/ld+json">{"a":"</b>"}</script><script>"<a href=/no1>"</script></head>
    <!-- <a href="/no2"> --><h1>One <b>two</b></h1><a href="/a?b=1&amp;c=2">x</a><a href=/a?b=1&c=2>again</a><a name=x>
    <a rel="external NOFOLLOW" href="/no3">y</a><area href=b><time datetime=2024-01-01>t</time></html>`);
  expect(scan).toEqual({
    lang: "en",
    title: "A & B",
    headings: ["One two"],
    subheadings: [],
    base: "/v1/",
    canonical: "/c",
    time: "2024-01-01",
    meta: new Map([["author", 'A "C"']]),
    jsonLd: ['{"a":"</b>"}'],
    links: ["/a?b=1&c=2", "b"],
    neighbors: [],
    feeds: [{ href: "/feed", title: "News" }],
  });
});

it("reads anything, and the same in one piece or many", async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "<",
      ">",
      "<a href=",
      "'",
      '"',
      "<!--",
      "-->",
      "<script>",
      "</script>",
      "<title>",
      "&#x41;",
      "&",
      "<![",
    ),
    fc.string({ maxLength: 5 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
      const html = pieces.join("");
      await scanPage(html);
      await readTags(html, { open() {} }, { xml: true });
    }),
  );
});

it("lets other work continue while it reads a large page, even one of unclosed elements", async () => {
  const html = `${"<a href=x><b>".repeat(400_000)}${"</i>".repeat(400_000)}`;
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 1);
  const scan = await scanPage(html);
  clearInterval(timer);
  expect(scan.links).toEqual(["x"]);
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(1_000);
});
