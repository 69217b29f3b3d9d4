import { parse } from "csv-parse/sync";
import { expect, it } from "vitest";
import { shortlistFile } from "./shortlist-file.ts";
import type { ShortlistItem, ShortlistWithItems } from "./types.ts";

const item: ShortlistItem = {
  kind: "document",
  key: "0b9f5a0e-5c0d-4d57-9d3c-2d1f5f0f6a11",
  note: "two\nlines",
  addedAt: "2026-03-01T12:00:00.000Z",
  record: { title: "A *bold* [title]", summary: "Ada", origin: "Essays", url: "https://example.org/a b>(c)" },
};
const list = (change: Partial<ShortlistWithItems> = {}): ShortlistWithItems => ({
  id: "l1",
  name: "Wallets & Bridges",
  notes: "Why\n# not",
  itemCount: 2,
  shareId: null,
  createdAt: item.addedAt,
  updatedAt: item.addedAt,
  isOwn: true,
  items: [item, { ...item, kind: "project", key: "=gone", note: "", record: null }],
  ...change,
});

it("CSV has one row per item, with a withdrawn record's fields empty and no formula", () => {
  const { fileName, type, text } = shortlistFile(list(), "csv");
  expect([fileName, type]).toEqual(["wallets-bridges.csv", "text/csv; charset=utf-8"]);
  const rows = parse(text, { columns: true }) as Record<string, string>[];
  expect(rows).toEqual([
    {
      kind: "document",
      key: item.key,
      title: "A *bold* [title]",
      summary: "Ada",
      origin: "Essays",
      url: "https://example.org/a b>(c)",
      note: "two\nlines",
      addedAt: item.addedAt,
    },
    expect.objectContaining({ kind: "project", key: "'=gone", title: "", url: "" }),
  ]);
});

it("JSON Lines has one object per line, with the same fields", () => {
  const lines = shortlistFile(list(), "jsonl").text.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { key: item.key, title: "A *bold* [title]", note: "two\nlines" },
    { key: "=gone", title: null },
  ]);
});

it("Markdown shows texts of other people as text", () => {
  expect(shortlistFile(list(), "markdown").text).toBe(
    [
      "# Wallets \\& Bridges",
      "",
      "> Why",
      "> \\# not",
      "",
      `- **[A \\*bold\\* \\[title\\]](https://example.org/a%20b%3E%28c%29)** (document \`${item.key}\`), Essays, Ada`,
      "  > two",
      "  > lines",
      "- **=gone (withdrawn)** (project `=gone`)",
      "",
    ].join("\n"),
  );
});

it("an empty list is an empty file with its head", () => {
  expect(shortlistFile(list({ items: [] }), "csv").text).toBe(
    "kind,key,title,summary,origin,url,note,addedAt\r\n",
  );
  expect(shortlistFile(list({ items: [], notes: "" }), "markdown").text).toBe("# Wallets \\& Bridges\n\n\n");
});

it("a link keeps the encoding of its address, and text does not become a link", () => {
  const url = "https://example.org/Caf%C3%A9?q=é\u2028";
  const record = { ...item.record!, title: "See https://evil.example", summary: "1. www.evil.example", url };
  expect(shortlistFile(list({ notes: "- 1", items: [{ ...item, record }] }), "markdown").text).toBe(
    [
      "# Wallets \\& Bridges",
      "",
      "> \\- 1",
      "",
      `- **[See https\\://evil.example](https://example.org/Caf%C3%A9?q=é%E2%80%A8)** (document \`${item.key}\`), Essays, 1. www\\.evil.example`,
      "  > two",
      "  > lines",
      "",
    ].join("\n"),
  );
});
