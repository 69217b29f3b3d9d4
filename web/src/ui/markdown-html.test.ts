import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownHtml } from "./markdown-html.ts";

/** Every tag of the result, unchanged. */
const tags = (html: string): string[] => html.match(/<[^>]*>/g) ?? [];

const own =
  /^<\/?(p|br|hr|h[1-6]|blockquote|pre|code( class="language-[^"<>]*")?|ul|ol( start="\d+")?|li|strong|em|del|table|thead|tbody|tr|t[hd]( align="(left|right|center)")?|a)>$/;
const link = /^<a href="https?:\/\/[^"<>]*" target="_blank" rel="noopener noreferrer">$/;

describe("Markdown", () => {
  it("keeps paragraphs, lists, emphasis, code, tables and links to the web", () => {
    expect(markdownHtml('**a** and `b`\n\n- [c](https://example.org/?x=1&y="2")')).toBe(
      '<p><strong>a</strong> and <code>b</code></p>\n<ul>\n<li><a href="https://example.org/?x=1&amp;y=%222%22" target="_blank" rel="noopener noreferrer">c</a></li>\n</ul>\n',
    );
    expect(markdownHtml("| a |\n|---|\n| b |")).toContain("<td>b</td>");
  });

  it("shows what is nested too deeply as it was written", () => {
    const text = `${">".repeat(20_000)}<b>`;
    expect(markdownHtml(text)).toBe(`<pre>${"&gt;".repeat(20_000)}&lt;b&gt;</pre>\n`);
    expect(markdownHtml("*a*")).toBe("<p><em>a</em></p>\n");
  });

  it("has no empty header cells", () => {
    const html = markdownHtml("| a |  |\n|---|:-:|\n| b | c |");
    expect(html).toContain(`<th>a</th>\n<td align="center"></td>`);
  });

  it("shows tags as text, and images as their alt text", () => {
    expect(markdownHtml("<b onclick='x()'>bold</b>")).toBe(
      "<p>&lt;b onclick=&#39;x()&#39;&gt;bold&lt;/b&gt;</p>\n",
    );
    expect(markdownHtml("<script>alert(1)</script>")).toBe("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(markdownHtml("![a <b>](https://example.net/x.png)")).toBe("<p>a &lt;b&gt;</p>\n");
  });

  it("shows links other than http and https as text", () => {
    const addresses = [
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "&#106;avascript:alert(1)",
      "data:text/html,x",
      "//example.net",
      "/console/",
      "vbscript:x",
      "file:///etc",
    ];
    for (const url of addresses) expect(markdownHtml(`[words](${url})`), url).toBe("<p>words</p>\n");
  });

  it("contains only allowed tags, for any input", () => {
    const pieces = fc.constantFrom(
      ...[
        "<",
        ">",
        '"',
        "'",
        "&",
        "`",
        "[",
        "](",
        ")",
        "![",
        "*",
        "_",
        "\n",
        "\n\n",
        "|",
        "---",
        "- ",
        "1. ",
        "    ",
      ],
      ...[
        "javascript:",
        "https://a.b/",
        "<img src=x onerror=y>",
        "<!--",
        "-->",
        "<![CDATA[",
        "</p>",
        "<a href=",
        "&lt;",
        "\\",
        "#",
        "~~",
        "- [x] ",
      ],
      ...[
        "word",
        "\u0000",
        "\u2028",
        "<svg/onload=z>",
        "```js\n",
        '<https://a.b?"onmouseover="x>',
        "[r]: javascript:x\n",
        "[r]",
      ],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        for (const tag of tags(markdownHtml(parts.join(""))))
          expect(own.test(tag) || link.test(tag), tag).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
});
