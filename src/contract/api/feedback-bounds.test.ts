/** Both sides of every bound of suggestions and feedback, and the messages of refusals. */
import { expect, it } from "vitest";
import { describeBounds, emoji, type RequestBounds, refusal, text } from "./bounds.case.ts";
import { operations } from "./operations.ts";
import { parseRequest } from "./validation.ts";

/** Six characters plus two per level of arrays. */
const nested = (levels: number): string => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;

const table: RequestBounds[] = [
  {
    id: "suggestSource",
    part: "body",
    base: { url: "https://example.org/" },
    rows: [
      [
        "url",
        ["http://example.org", `https://example.org/${"a".repeat(2_028)}`, " https://example.org/\n"],
        [
          ["", "url: at least 1 characters, got 0"],
          [`https://example.org/${"a".repeat(2_029)}`, "url: at most 2048 characters, got 2049"],
          [null, "url: must be a string, got null"],
          ["example.org", "url: must be a valid URL such as https://example.org/blog"],
          ["ftp://example.org/", "url: must be an http or https address, not ftp:"],
          ["https://me@example.org/", "url: must not contain a user name or password"],
          ["http://127.1/", "url: must lead to the public internet"],
        ],
      ],
      ...(["name", "reason"] as const).map((field): RequestBounds["rows"][number] => {
        const max = field === "name" ? 200 : 500;
        return [
          field,
          ["", text(max), emoji(max)],
          [
            [text(max + 1), `${field}: at most ${max} characters, got ${max + 1}`],
            [emoji(max + 1), `${field}: at most ${max} characters, got ${max + 1}`],
            [null, `${field}: must be a string, got null`],
          ],
        ];
      }),
      ["anything", [1, "x", null], []],
    ],
  },
  {
    id: "sendFeedback",
    part: "body",
    base: { category: "error", message: "x" },
    rows: [
      [
        "category",
        ["error", "quality", "suggestion", "other"],
        [
          ["Error", "category: must be one of error, quality, suggestion, other"],
          [null, "category: must be one of"],
        ],
      ],
      [
        "message",
        ["x", text(5_000), emoji(5_000), ` ${text(5_000)}\n`],
        [
          ["", "message: at least 1 characters, got 0"],
          [" \t\n", "message: at least 1 characters, got 0"],
          [text(5_001), "message: at most 5000 characters, got 5001"],
          [emoji(5_001), "message: at most 5000 characters, got 5001"],
          [1, "message: must be a string, got 1"],
        ],
      ],
      [
        "severity",
        ["low", "medium", "high", "critical"],
        [
          ["urgent", "severity: must be one of low, medium, high, critical"],
          [null, "severity: must be one of"],
        ],
      ],
      [
        "context",
        [{}, { k: text(9_992) }, { k: emoji(9_992) }, { k: '"'.repeat(4_996) }, JSON.parse(nested(4_997))],
        [
          [{ k: text(9_993) }, "context: must be at most 10000 characters of JSON, got 10001"],
          [{ k: emoji(9_993) }, "context: must be at most 10000 characters of JSON, got 10001"],
          [{ k: '"'.repeat(4_997) }, "context: must be at most 10000 characters of JSON, got 10002"],
          [JSON.parse(nested(4_998)), "context: must be at most 10000 characters of JSON, got 10002"],
          [[], "context: must be an object, got an array"],
          ["{}", "context: must be an object, got a string"],
          [null, "context: must be an object, got null"],
        ],
      ],
      ["anything", [1, {}], []],
    ],
  },
];
for (const bounds of table) describeBounds(bounds);

it("required fields are demanded", () => {
  expect(refusal("suggestSource", "body", {}).message).toBe("url: is required");
  expect(refusal("sendFeedback", "body", { category: "error" }).message).toBe("message: is required");
});

it("applies a medium severity, trims texts and normalizes the URL", () => {
  const { suggestSource, sendFeedback } = operations;
  expect(
    parseRequest(sendFeedback.request.body, {
      category: "other",
      message: " x ",
      context: { a: 1 },
      more: 2,
    }),
  ).toEqual({ category: "other", message: "x", severity: "medium", context: { a: 1 } });
  expect(parseRequest(suggestSource.request.body, { url: "HTTPS://Example.org", more: 2 })).toEqual({
    url: "https://example.org/",
  });
});

it("a context with a key of the prototype causes no prototype pollution", () => {
  const context = JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  parseRequest(operations.sendFeedback.request.body, { category: "error", message: "x", context });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});
