import { describe, expect, it } from "vitest";
import { parseOne } from "./content.case.ts";

const read = (text: string, change = {}) =>
  parseOne("markdown", text, { name: "docs/fee-markets.md", ...change });

describe("Markdown", () => {
  it("has title, authors and date from its front matter", async () => {
    const text =
      "---\ntitle: Fee markets\nauthors: [Ada, {name: Grace}]\ndate: 2024-05-01\n---\n\n# Fee Markets\n\nText.";
    expect(await read(text)).toEqual({
      part: null,
      title: "Fee markets",
      author: "Ada, Grace",
      url: null,
      publishedAt: "2024-05-01",
      content: "Text.",
    });
  });

  it.each([
    ["# Fees\n\nText.", "Fees", "Text."],
    ["# **Fees** and `gas` {#fees}\n\nText.", "Fees and gas", "Text."],
    ["# [Fees](https://example.org) ##\nText.", "Fees", "Text."],
    ["Fees\n====\n\nText.", "Fees", "Text."],
    ["<p>x</p>\n\n## Fees\n\nText.", "Fees", "<p>x</p>\n\n## Fees\n\nText."],
    ["Text.", "Fee markets", "Text."],
    ["# \n\nText.", "Fee markets", "# \n\nText."],
    ["```sh\n# x\n```\n\n## Fees", "Fees", "```sh\n# x\n```\n\n## Fees"],
    ["~~~~\n~~~\n# x\n~~~~~\n## Fees", "Fees", "~~~~\n~~~\n# x\n~~~~~\n## Fees"],
    ["```a``` b\n\n## Fees", "Fees", "```a``` b\n\n## Fees"],
    ["```\n# x", "Fee markets", "```\n# x"],
    ["---\ntitle: Fees\n...\nText.\n\n---\nMore.", "Fees", "Text.\n\n---\nMore."],
    ["---\n\n# Fees\n\nText.\n\n---\nMore.", "Fees", "---\n\n# Fees\n\nText.\n\n---\nMore."],
    ["", "Fee markets", ""],
  ])("%j has the title %j", async (text, title, content) => {
    expect(await read(text)).toMatchObject({ title, content });
  });

  it("takes what it does not state from the hints, a heading before them", async () => {
    const hints = { title: "Hint", author: "Ada", publishedAt: "2020-01-02", url: "https://example.org/a" };
    expect(await read("Text.", { hints })).toMatchObject(hints);
    expect(await read("# Own\n\nText.", { hints })).toMatchObject({ title: "Own" });
    expect(await read("---\nauthor: Own\ndate: 2021-01-01\n---\nText.", { hints })).toMatchObject({
      author: "Own",
      publishedAt: "2021-01-01",
    });
  });

  it("leaves out a date in the future, and front matter that cannot be read", async () => {
    expect(await read("---\ndate: 2999-01-01\n---\nText.")).toMatchObject({ publishedAt: null });
    expect(await read("---\ntitle: [\n---\nText.")).toMatchObject({ title: "Fee markets", content: "Text." });
    expect(await read(`---\na: ${"[".repeat(5_000)}\n---\nText.`)).toMatchObject({ content: "Text." });
  });

  it("is refused beyond 10,000,000 characters", async () => {
    expect((await read("a".repeat(10_000_000))).content).toHaveLength(10_000_000);
    await expect(read("a".repeat(10_000_001))).rejects.toThrow("more than 10,000,000 characters");
  });
});

it("plain text has a title from the hint or its name", async () => {
  expect(await parseOne("text", " Some\ftext ", { name: "old/release_notes.txt" })).toMatchObject({
    title: "Release notes",
    content: "Some\n\ntext",
  });
  expect(await parseOne("text", "x", { hints: { title: "T" } })).toMatchObject({ title: "T" });
});

it.each([
  ["lang: pt_br", "pt-BR"],
  ["language: de", "de"],
  ["language: German", undefined],
])("front matter with %s states the language %s", async (field, language) => {
  expect((await read(`---\n${field}\n---\n\nText.`)).language).toBe(language);
});
