/** Both sides of every bound of the queries of resources and FAQs, and of URLs given by operators. */
import { describe, expect, it } from "vitest";
import { feedUrlSchema, webUrlSchema } from "../values/web-url.ts";
import { describeBounds, emoji, type Row, text } from "./bounds.case.ts";
import { operations } from "./operations.ts";

const letters = (length: number) => "a".repeat(length);
const notText: [unknown, string][] = [
  [["a", "b"], "must be a string, got an array"],
  [1, "must be a string, got 1"],
];
const slug = (field: string): Row => [
  field,
  ["a", "-", "a-1", "0", letters(40)],
  [
    ...["", letters(41), "A", "a_b", "a b", " a", "a\n", "é", "a:b", "a/b"].map(
      (value): [unknown, string] => [
        value,
        `${field}: must look like lower-case letters, digits and hyphens, 1 to 40 characters`,
      ],
    ),
    ...notText,
  ],
];
const keywords = (max: number): Row => [
  "q",
  ["ab", "  ab  ", text(max), emoji(max), `  ${emoji(max)}  `, "😀😀"],
  [
    ["a", "q: at least 2 characters, got 1"],
    [" a ", "q: at least 2 characters, got 1"],
    ["", "q: at least 2 characters, got 0"],
    ["😀", "q: at least 2 characters, got 1"],
    [emoji(max + 1), `q: at most ${max} characters, got ${max + 1}`],
    ...notText,
  ],
];

describeBounds({
  id: "getResources",
  part: "query",
  base: {},
  rows: [
    slug("hackathon"),
    slug("track"),
    keywords(100),
    [
      "topic",
      ["t", letters(60), `${letters(40)}:${letters(60)}`, "-:-"],
      [
        ...[
          "",
          letters(61),
          `${letters(41)}:t`,
          `a:${letters(61)}`,
          ":t",
          "a:",
          "a:b:c",
          "A",
          "a b",
          "t\n",
        ].map((value): [unknown, string] => [value, "topic: must look like <topic> or <track>:<topic>"]),
        ...notText,
      ],
    ],
    [
      "kind",
      ["all", "sponsors", "topics", "rpc"],
      ["", "ALL", "providers", null, ["all", "rpc"]].map((value): [unknown, string] => [
        value,
        "kind: must be one of all, sponsors, topics, rpc",
      ]),
    ],
  ],
});

const programs = ["hackathon", "eternal", "accelerator", "stamp"];
const program: Row = [
  "program",
  programs,
  ["", "Hackathon", "hackathons", null, programs].map((value): [unknown, string] => [
    value,
    "program: must be one of hackathon, eternal, accelerator, stamp",
  ]),
];
describeBounds({ id: "getFaqs", part: "query", base: {}, rows: [program, keywords(200)] });
describeBounds({
  id: "getFaq",
  part: "params",
  base: { program: "hackathon", id: "a" },
  rows: [
    program,
    [
      "id",
      ["a", "-", letters(100)],
      ["", letters(101), "A", "a b", "a/b", "é", "a\n"].map((value): [unknown, string] => [
        value,
        "id: must look like lower-case letters, digits and hyphens, 1 to 100 characters",
      ]),
    ],
  ],
});

it("an empty query selects everything of the current hackathon; unknown parameters are ignored", () => {
  expect(operations.getResources.request.query.parse({ page: "2" })).toEqual({
    hackathon: "current",
    kind: "all",
  });
  expect(operations.getFaqs.request.query.parse({ page: "2" })).toEqual({});
});

describe("URLs", () => {
  const judge = (schema: typeof webUrlSchema, address: string) => schema.safeParse(address).success;

  it("of pages are absolute http or https, without a user name, at most 2,048 characters", () => {
    const long = `https://example.org/${"a".repeat(2_028)}`;
    for (const address of [
      "https://example.org",
      "http://example.org/é?q#h",
      "https://[2001:db8::1]:8443/",
      long,
    ])
      expect([address, judge(webUrlSchema, address)]).toEqual([address, true]);
    for (const address of [
      "",
      "example.org",
      "/page",
      "//example.org",
      "https://",
      "ftp://example.org",
      "javascript:alert(1)",
      "data:text/html,x",
      "mailto:a@example.org",
      "https://user@example.org",
      "https://user:pass@example.org",
      "https://exa mple.org",
      "https://example.org/\n",
      " https://example.org",
      "https://example.org/\u0000",
      `${long}a`,
    ])
      expect([address, judge(webUrlSchema, address)]).toEqual([address, false]);
  });

  it("of feeds are https, or http on a loopback host in any spelling", () => {
    for (const address of [
      "https://example.org/feed.json",
      "https://10.0.0.1/",
      "http://127.0.0.1:8080/feed",
      "http://127.1/",
      "http://2130706433/",
      "http://localhost/",
      "http://LOCALHOST:1/",
      "http://[::1]/",
      "http://[0:0:0:0:0:0:0:1]/",
    ])
      expect([address, judge(feedUrlSchema, address)]).toEqual([address, true]);
    for (const address of [
      "http://example.org/",
      "http://128.0.0.1/",
      "http://10.0.0.1/",
      "http://localhost.example.org/",
      "http://127.0.0.1.example.org/",
      "http://[::2]/",
      "http://user@127.0.0.1/",
      "file:///feed.json",
    ])
      expect([address, judge(feedUrlSchema, address)]).toEqual([address, false]);
  });
});
