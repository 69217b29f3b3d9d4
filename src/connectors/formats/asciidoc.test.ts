import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markdownOfAsciidoc } from "./asciidoc.ts";
import { parseOne } from "./content.case.ts";

const convert = (text: string) => markdownOfAsciidoc(text).content;

describe("AsciiDoc", () => {
  it("has title, authors and date in its header", async () => {
    const text =
      "// comment\n:toc:\n= Fee *markets*\nAda Lovelace <ada@example.org>; Grace_B Hopper\nv1.0, 2024-05-01: first\n:product: Prior Art\n\nThe {product} and {unknown}.\n";
    expect(await parseOne("asciidoc", text)).toMatchObject({
      title: "Fee markets",
      author: "Ada Lovelace, Grace B Hopper",
      publishedAt: "2024-05-01",
      content: "The Prior Art and {unknown}.",
    });
    expect(
      await parseOne("asciidoc", ":author: Ada\n:revdate: 2020-01-02\n\nText.", {
        name: "x/fee-markets.adoc",
      }),
    ).toMatchObject({
      title: "Fee markets",
      author: "Ada",
      publishedAt: "2020-01-02",
    });
  });

  it.each([
    ["headings", "== One\n\nText.\n\n=== Two\nMore.", "## One\n\nText.\n\n### Two\n\nMore."],
    ["lists", "* a\n** b\n- c\n. d\n.. e", "- a\n   - b\n- c\n1. d\n   1. e"],
    ["terms", "CPU:: The brain.\nfoo::\nbar", "**CPU** The brain.\n\n**foo**\nbar"],
    [
      "code",
      "[source,rust]\n----\nlet a = *b*; // <1>\n== no\n----\nText.",
      "```rust\nlet a = *b*; //\n== no\n```\n\nText.",
    ],
    ["literal blocks", "....\n* a\n....", "```\n* a\n```"],
    ["code with fences", "----\n```\nx\n----", "~~~~\n```\nx\n~~~~"],
    ["notes", "NOTE: Mind *this*.\n\n[WARNING]\n====\nText.\n====", "**Note:** Mind **this**.\n\nText."],
    ["block titles", ".Listing one\n----\nx\n----", "**Listing one**\n\n```\nx\n```"],
    ["tables", "[cols=2*]\n|===\n|a |b\n2+|c | `d`\n|===", "a | b  \nc | `d`"],
    ["comments", "a\n////\nhidden\n////\n// hidden\nb", "a\nb"],
    ["directives", "include::other.adoc[]\nifdef::x[]\nText.\nendif::[]", "Text."],
    [
      "links",
      "See https://example.org/a[the *page*^], link:x.html[here] and xref:b.adoc#c[that].",
      "See [the **page**](https://example.org/a), here and that.",
    ],
    ["references", "<<fees>> and <<fees,the fees>>; [[anchor]]text", "fees and the fees; text"],
    ["markup", "a *b* _c_ `*d*` `+{e}+` +++f+++ [.role]#g# 2*3*4", "a **b** _c_ `*d*` `{e}` f g 2*3*4"],
    ["images", "image::a.png[A picture,width=3]", "A picture"],
    ["a block that never ends", "----\nx", "```\nx\n```"],
  ])("converts %s", (_, text, markdown) => {
    expect(convert(text)).toBe(markdown);
  });

  it("never throws, and takes no quadratic time", () => {
    const piece = fc.constantFrom(
      "=",
      "*",
      "----",
      "\n",
      "|===",
      "|",
      "[",
      "]",
      "{a}",
      ":a: {a}{a}\n",
      "<<",
      ">>",
      "`",
      "a",
      " ",
      "::",
      "http://",
    );
    fc.assert(fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => void convert(pieces.join(""))));
    const start = performance.now();
    for (const one of ["*a", "<<", "[", "`", "http://a", "|", ":a: b\n{a}", "((", "+++"])
      convert(one.repeat(20_000));
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
