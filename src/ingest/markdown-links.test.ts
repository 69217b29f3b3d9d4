import { describe, expect, it } from "vitest";
import { markdownLinks } from "./markdown-links.ts";

const links = (markdown: string) =>
  markdownLinks(markdown, "https://example.org/faq/page").map(({ label, url }) => `${label} → ${url}`);

describe("markdownLinks", () => {
  it("finds links of every kind, in order, with their text", () => {
    expect(
      links(
        "See [the **rules**](https://a.example/r), <https://b.example/x> and [the form][form], or https://c.example/y.\n\n" +
          "- [Form again]\n\n[form]: https://d.example/f\n[form again]: <https://e.example/g> 'title'",
      ),
    ).toEqual([
      "the rules → https://a.example/r",
      "https://b.example/x → https://b.example/x",
      "the form → https://d.example/f",
      "https://c.example/y → https://c.example/y",
      "Form again → https://e.example/g",
    ]);
  });

  it("resolves relative URLs against the page of the FAQ", () => {
    expect(links("[a](/rules) [b](other#x) [c](?y)")).toEqual([
      "a → https://example.org/rules",
      "b → https://example.org/faq/other#x",
      "c → https://example.org/faq/page?y",
    ]);
  });

  it("lists a URL once, with its first link text", () => {
    expect(links("[one](https://a.example) https://a.example/ [two](https://a.example/)")).toEqual([
      "one → https://a.example/",
    ]);
  });

  it("excludes closing punctuation from a bare URL", () => {
    expect(links("(https://a.example/x), “https://b.example/y”! **https://c.example/z**?")).toEqual([
      "https://a.example/x → https://a.example/x",
      expect.stringContaining("https://b.example/y"),
      "https://c.example/z → https://c.example/z",
    ]);
  });

  it("skips code, images and targets that are not pages", () => {
    expect(
      links(
        "`https://a.example` ![p](https://b.example/p.png) [m](mailto:x@y.example) [j](javascript:alert(1)) " +
          "[d](data:text/html,x) [n]() [bad](http://) [gone][nowhere]\n\n    https://c.example\n",
      ),
    ).toEqual(["n → https://example.org/faq/page"]);
  });

  it("joins the text of a link on one line", () => {
    expect(links("[two\nlines  of it](https://a.example/x)")).toEqual([
      "two lines of it → https://a.example/x",
    ]);
  });

  it("uses the URL as the text of a link without text", () => {
    expect(links("[![p](p.png)](https://a.example/x)")).toEqual(["p → https://a.example/x"]);
    expect(links("[](https://a.example/x)")).toEqual(["https://a.example/x → https://a.example/x"]);
  });

  it("handles deeply nested text", () => {
    for (const piece of [">", "[", "* ", "![", "*a_", "<", "`", "- "])
      expect(() => links(piece.repeat(2_000 / piece.length))).not.toThrow();
  });
});

it("keeps http as it is, and reads nothing inside the text of a link", () => {
  expect(
    markdownLinks(
      "http://a.example/ and [http://b.example/][r]\n\n[r]: http://c.example/",
      "https://x.example/",
    ),
  ).toEqual([
    { label: "http://a.example/", url: "http://a.example/" },
    { label: "http://b.example/", url: "http://c.example/" },
  ]);
});
