import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseOne } from "./content.case.ts";

const read = (text: string) => parseOne("restructuredtext", text, { name: "docs/fee-markets.rst" });
const convert = async (text: string) => (await read(text)).content;

describe("reStructuredText", () => {
  it("has its first heading as title, and facts from its fields", async () => {
    const facts = {
      title: "Fee markets",
      author: "Ada",
      publishedAt: "2024-05-01",
      content: "Text.\n\n## One\n\nMore.",
    };
    const fields = ":Author: Ada\n:Date: 2024-05-01\n";
    expect(
      await read(`${fields}\n===========\nFee markets\n===========\n\nText.\n\nOne\n---\n\nMore.`),
    ).toMatchObject(facts);
    expect(
      await read(`.. _fees:\n\nFee *markets*\n===============\n\n${fields}\nText.\n\nOne\n---\nMore.`),
    ).toMatchObject(facts);
    expect(await read("Text.\n\nOne\n===\n\nMore.")).toMatchObject({
      title: "Fee markets",
      content: "Text.\n\n## One\n\nMore.",
    });
  });

  it("has headings of one letter, and of any script", async () => {
    expect(await read("T\n=\n\nText.")).toMatchObject({ title: "T", content: "Text." });
    expect(await read("手数料\n======\n\nText.")).toMatchObject({ title: "手数料", content: "Text." });
  });

  it("has headings by the order of their first use", async () => {
    const text = "A\n~~~\n\nB\n===\n\nC\n---\n\nD\n===\n\nE\n~~~\n";
    expect(await convert(text)).toBe("## B\n\n### C\n\n## D\n\n## E");
  });

  it.each([
    ["literal blocks", "See::\n\n    a *b*\n\n      c\n\nText.", "See:\n\n```\na *b*\n\n  c\n```\n\nText."],
    [
      "code",
      ".. code-block:: rust\n   :linenos:\n\n   let a;\n\n   b\n\nText.",
      "```rust\nlet a;\n\nb\n```\n\nText.",
    ],
    ["doctests", ">>> 1 + 1\n2\n\nText.", "```python\n>>> 1 + 1\n2\n```\n\nText."],
    ["notes", ".. note:: Mind\n   this.\n\n   - one\n\nText.", "**Note:** Mind\n\nthis.\n\n- one\n\nText."],
    [
      "nested directives",
      ".. warning::\n\n   Text.\n\n   .. code::\n\n      x",
      "**Warning:**\n\nText.\n\n```\nx\n```",
    ],
    [
      "configuration",
      ".. toctree::\n   :maxdepth: 2\n\n   a\n   b\n\n.. include:: /etc/passwd\n\n.. comment\n   more\n\nText.",
      "Text.",
    ],
    [
      "images",
      ".. image:: a.png\n   :alt: A picture\n\n.. figure:: b.png\n\n   The caption.",
      "A picture\n\nThe caption.",
    ],
    ["lists", "* a\n* b\n\n#. c\n#. d\n\n1. e", "- a\n- b\n\n1. c\n1. d\n\n1. e"],
    ["fields", "Text.\n\n:param x: the *x*", "Text.\n\n**param x** the *x*"],
    ["tables", "===  ===\na    b\n===  ===\nc    d\n===  ===", "a    b\nc    d"],
    ["grid tables", "+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+", "a | b |\nc | d |"],
    [
      "list tables",
      ".. list-table:: Fees\n   :header-rows: 1\n\n   * - one\n     - two",
      "**Fees**\n\n- one\n  - two",
    ],
    [
      "links",
      "See `the page <https://example.org/a>`_, `Site`_ and site_.\n\n.. _site: https://example.org/",
      "See [the page](https://example.org/a), [Site](https://example.org/) and [site](https://example.org/).",
    ],
    [
      "roles",
      "Use :func:`~a.b.go`, :ref:`the part <part>` and :doc:`other`.",
      "Use `go`, the part and other.",
    ],
    ["code in text", "Use ``a *b*`` and ``c`d``.", "Use `a *b*` and `` c`d ``."],
    ["substitutions", "|x| rules.\n\n.. |x| replace:: Fee", "Fee rules."],
    ["footnotes", "A [1]_.\n\n.. [1] The note.", "A [1].\n\n[1] The note."],
    ["line blocks", "| a\n| b", "a\nb"],
    ["functions", ".. py:function:: go(x)\n\n   Goes.", "`go(x)`\n\nGoes."],
  ])("converts %s", async (_, text, markdown) => {
    expect(await convert(text)).toBe(markdown);
  });

  it("never throws, and takes no quadratic time", async () => {
    const piece = fc.constantFrom(
      "=",
      "===\n",
      ".. ",
      "::",
      "\n",
      "   ",
      "`",
      "``",
      "_",
      "|",
      "*",
      "a",
      ":b:",
      "note:: ",
      ">>> ",
      "<",
      ">",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 40 }),
        async (pieces) => void (await read(pieces.join(""))),
      ),
    );
    const start = performance.now();
    for (const one of ["`a", "``a", "|a", ".. a::\n", "a_ ", ":a:`", "a::\n\n", "a\n=\n", ">>> a\n", "`a <"])
      await read(one.repeat(20_000));
    let nested = "";
    for (let depth = 0; depth < 500; depth++) nested += `${" ".repeat(depth * 3)}.. note::\n\n`;
    await read(nested);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
