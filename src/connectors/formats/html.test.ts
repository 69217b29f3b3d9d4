import { describe, expect, it } from "vitest";
import type { Content } from "../connector.ts";
import { parseHtml } from "./html.ts";

const parse = async (html: string | Uint8Array, change: Partial<Content> = {}) => {
  const bytes = typeof html === "string" ? Buffer.from(html) : html;
  const hints = { url: "https://docs.example.org/guide/start.html" };
  const documents = await parseHtml({ format: "html", name: "guide/start.html", bytes, hints, ...change });
  expect(documents).toHaveLength(1);
  return documents[0]!;
};
const markdown = async (html: string) => (await parse(html)).content;

describe("structure", () => {
  it("headings, paragraphs, emphasis, quotes and rules", async () => {
    expect(
      await markdown(
        "<h2>Set\n up</h2><p>Use <b>two</b> or <em>three</em>.<br>Then stop.</p><blockquote><p>Quoted</p></blockquote><hr><div>one</div><div>two</div>",
      ),
    ).toBe("## Set up\n\nUse **two** or *three*.  \nThen stop.\n\n> Quoted\n\n---\n\none\n\ntwo");
  });

  it("lists: nested, numbered from a start, with several paragraphs", async () => {
    expect(
      await markdown(
        "<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul><ol start=3><li><p>a</p><p>b</p></li><li>c</ol>",
      ),
    ).toBe("- one\n  - inner\n- two\n\n3. a\n\n   b\n4. c");
  });

  it("code keeps its blanks, its language and its markup", async () => {
    expect(await markdown('<pre><code class="language-ts">if (a &lt; b) {\n  c();\n}\n</code></pre>')).toBe(
      "```ts\nif (a < b) {\n  c();\n}\n```",
    );
    expect(await markdown('<div class="highlight-source-rust"><pre>fn <span>main</span>()</pre></div>')).toBe(
      "```rust\nfn main()\n```",
    );
    expect(await markdown("<pre>a\n```\nb</pre>")).toBe("````\na\n```\nb\n````");
    // As Docusaurus, and others, write lines.
    const lines = "<span>a<i> b</i><br></span><span><br></span><span>c<br></span>";
    expect(await markdown(`<pre><code>${lines}</code></pre>`)).toBe("```\na b\n\nc\n```");
    expect(await markdown("<pre><div>a</div><div>b<br></div>\n<div><p>c</p></div>d</pre>")).toBe(
      "```\na\nb\n\nc\nd\n```",
    );
    expect(await markdown("<pre><div>a</div></pre><div>b</div>c<pre><div>d</div>\n<div>e</div></pre>")).toBe(
      "```\na\n```\n\nb\n\nc\n\n```\nd\ne\n```",
    );
    expect(await markdown("<p>Call <code>a_b(*c)</code></p>")).toBe("Call `a_b(*c)`");
  });

  it("tables, with bars and paragraphs in their cells", async () => {
    expect(
      await markdown(
        "<table><caption>Fees</caption><thead><tr><th>Kind<th>Fee</thead><tbody><tr><td>a|b<td><p>1</p><p>2</p><tr><td><a href='/x'>c</a><td>3</table>",
      ),
    ).toBe("Fees\n\n| Kind | Fee |\n| --- | --- |\n| a\\|b | 1 2 |\n| [c](https://docs.example.org/x) | 3 |");
  });

  it("a table that only arranges the page becomes its cells", async () => {
    expect(await markdown("<table><tr><td>Left</td><td>Right</td></tr></table>")).toBe("Left\n\nRight");
    expect(
      await markdown("<table><tr><td><table><tr><th>a<th>b<tr><td>1<td>2</table></td></tr></table>"),
    ).toBe("| a | b |\n| --- | --- |\n| 1 | 2 |");
  });

  it("powers and formulas", async () => {
    expect(await markdown("<p>10<sup>18</sup> wei, the 2<sup>nd</sup></p>")).toBe("10^18 wei, the 2nd");
    const tex = '<annotation encoding="application/x-tex">x^2</annotation>';
    expect(
      await markdown(
        `<p>So <math><semantics><mi>x</mi><mn>2</mn>${tex}</semantics></math><span aria-hidden="true">x2</span>.</p>`,
      ),
    ).toBe("So $x^2$.");
    expect(await markdown('<p><math alttext="a+b"><mi>a</mi></math> <math><mi>c</mi></math></p>')).toBe(
      "$a+b$ c",
    );
  });
});

describe("links", () => {
  it("become absolute, relative to the base of the page", async () => {
    expect(await markdown('<a href="../a b?q=(1)">x\ny</a> <a href="#part">here</a>')).toBe(
      "[x y](<https://docs.example.org/a%20b?q=(1)>) [here](https://docs.example.org/guide/start.html#part)",
    );
    expect(await markdown('<base href="https://cdn.example.org/v2/"><p><a href="a">x</a>')).toBe(
      "[x](https://cdn.example.org/v2/a)",
    );
  });

  it("that cannot be followed become their text, and anchors of headings disappear", async () => {
    expect(
      await markdown(
        '<a href="javascript:alert(1)">run</a> <a href="data:text/html,x">look</a> <a href="http://[">bad</a> <a>none</a>',
      ),
    ).toBe("run look bad none");
    expect(await markdown('<h2>Title<a href="#title">\u200b</a></h2>')).toBe("## Title");
    expect(await markdown('<h2>Title<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>')).toBe(
      "## Title",
    );
    expect(await markdown('<h2>Title <a href="#title">¶</a></h2><h3><a href="/x">Other</a></h3>')).toBe(
      "## Title\n\n### Other",
    );
    const { content } = await parse('<a href="a">x</a>', { hints: {} });
    expect(content).toBe("x");
  });

  it("around images become the images' alternative text", async () => {
    expect(
      await markdown('<img src="a.png" alt="A bridge"> <a href="/b"><img alt="Map"></a><img src=c.png>'),
    ).toBe("A bridge [Map](https://docs.example.org/b)");
  });
});

it("scripts, styles, navigation, controls and hidden parts are dropped; the content of a form is kept", async () => {
  expect(
    await markdown(
      "<script>alert('<p>no</p>')</script><style>p{}</style><nav>menu</nav><noscript>off</noscript><template>t</template>" +
        "<svg><title>icon</title></svg><iframe src=x>f</iframe><p hidden>h</p><p style='color:red;display: none'>i</p>" +
        "<form action=/><p>Text</p><label>Name</label><input value=v><select><option>o</select><textarea>a</textarea><button>b</button></form>",
    ),
  ).toBe("Text");
  expect(
    await markdown('<html aria-hidden="true"><body style="visibility:hidden"><p>Text</p></body></html>'),
  ).toBe("Text");
});

it("a link around a heading and its text is a line", async () => {
  expect(await markdown('<a href="/b"><h2>Fees</h2><p>Of blocks.</p></a>')).toBe(
    "[Fees Of blocks.](https://docs.example.org/b)",
  );
});

it("only what would be markup is escaped", async () => {
  const text = "snake_case a*b \\x [1] 3.5 #tag <i>";
  expect(await markdown(`<p>${text.replace("<", "&lt;")}</p>`)).toBe(
    "snake_case a\\*b \\x [1] 3.5 #tag \\<i>",
  );
  expect(await markdown("<p># no</p><p>- no</p><p>1. no</p><p>&gt; no</p><p>_no_ [a](b)</p>")).toBe(
    "\\# no\n\n\\- no\n\n1\\. no\n\n\\> no\n\n\\_no\\_ [a\\](b)",
  );
});

describe("title", () => {
  it("is that of the page, its first heading, the hint or the name, and is not repeated", async () => {
    expect(await parse("<title>Guide</title><h1>GUIDE!</h1><p>x</p>")).toMatchObject({
      title: "Guide",
      content: "x",
    });
    expect(await parse("<h1>First <i>one</i></h1><p>x</p>")).toMatchObject({
      title: "First one",
      content: "x",
    });
    expect(await parse("<p>x</p>", { hints: { title: "Hint" } })).toMatchObject({ title: "Hint" });
    expect(await parse("<p>x</p>")).toMatchObject({ title: "Start" });
    expect(await parse("<title>Set-up — Tool 1.0</title><h1>Set-up</h1>")).toMatchObject({ title: "Set-up" });
  });
});

describe("encoding", () => {
  const page = (meta: string, text: string) =>
    Buffer.from(`<html><head>${meta}</head><p>${text}</p>`, "latin1");

  it("is the one declared in the page where the transport states none, or wrongly UTF-8", async () => {
    const cyrillic = page(
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
      "\xcf\xf0\xe8",
    );
    expect((await parse(cyrillic)).content).toBe("При");
    expect((await parse(cyrillic, { charset: "utf-8" })).content).toBe("При");
    expect((await parse(page("<meta charset=koi8-r>", "\xf0"), { charset: "windows-1251" })).content).toBe(
      "р",
    );
    expect((await parse(page("", "caf\xe9"))).content).toBe("café");
  });

  it("is UTF-8 where the bytes are, whatever is declared", async () => {
    const bytes = Buffer.from('<meta charset="iso-8859-1"><p>naïve — 日本</p>');
    expect((await parse(bytes, { charset: "windows-1252" })).content).toBe("naïve — 日本");
  });
});

describe("hostile input", () => {
  it.each([
    ["elements", "<div>".repeat(10_000), "</div>".repeat(10_000)],
    ["unclosed elements", "<b><i>".repeat(10_000), ""],
    ["lists", "<ul><li>".repeat(10_000), ""],
    ["quotes", "<blockquote>".repeat(10_000), ""],
    ["tables", "<table><tr><td>".repeat(5_000), ""],
    ["links", "<a href=x><div>".repeat(5_000), ""],
  ])("10,000 levels of nested %s are read", async (_name, before, after) => {
    expect((await markdown(`${before}deep${after}`)).replace(/[\W]/g, "")).toContain("deep");
  });

  it("a page of a megabyte is read whole, in its order", async () => {
    const part = (index: number) =>
      `<section><h2>Part ${index}</h2><p>Some text of part ${index}.</p></section>`;
    const parts = Array.from({ length: 12_000 }, (_, index) => part(index));
    const expected = parts.map((_, index) => `## Part ${index}\n\nSome text of part ${index}.`).join("\n\n");
    expect((await markdown(`<main><div>${parts.join("")}</div></main>`)) === expected).toBe(true);
  });

  it("takes time in proportion to the length", async () => {
    const paragraphs = (count: number) =>
      "<p>Some <i>words</i> of a paragraph &amp; more.</p><ul><li>item</li></ul>".repeat(count);
    await markdown(paragraphs(500));
    const time = async (html: string) => {
      const start = performance.now();
      await markdown(html);
      return performance.now() - start;
    };
    const small = await time(paragraphs(2_000));
    const large = await time(paragraphs(16_000));
    expect(large).toBeLessThan(8 * 4 * Math.max(small, 20));
  });

  it("broken markup is read as far as it goes", async () => {
    expect(await markdown("<p>a<table><tr><td>b<p>c</div></b><!-- <p>d")).toContain("a");
    expect(await markdown("text <")).toContain("text");
    expect(await markdown("")).toBe("");
    expect(await markdown('<a href="&#x110000;&#0;">x</a>')).toContain("x");
  });
});
