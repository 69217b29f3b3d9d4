/** Which searches of the archive are accepted, and how others are refused. */
import { describe, expect, it } from "vitest";
import { describeRefusals } from "./harness/refusals.ts";
import { outcome, useService } from "./harness/service.ts";

const service = useService();

describe("odd queries", () => {
  const odd: [string, string][] = [
    ["emoji", "🦀🌊💊"],
    ["right-to-left text", "مرحبا بالعالم שלום"],
    ["Chinese", "碳核算 钱包 支付"],
    ["control characters", "pay\u0000ments\u0007\u001b[31m\u2028\ufeff"],
    ["a lone surrogate", "wallet \ud800"],
    ["markup", "<img src=x onerror=alert(1)> %s %n"],
    ["one letter", "a"],
    ["500 characters", "wallet ".repeat(72).slice(0, 500)],
    ["500 emoji", "🦀".repeat(500)],
    [
      "150 different words",
      Array.from({ length: 150 }, (_, i) => `w${i}`)
        .join(" ")
        .slice(0, 500),
    ],
  ];
  it.each(odd)("%s are answered, in both intents", async (_name, query) => {
    for (const intent of ["docs", "ideation"])
      expect((await service().ask("searchArchives", { json: { query, intent } })).status).toBe(200);
  });
});

describe("400 INVALID_QUERY", () => {
  const q = (rest: object) => ({ query: "payments", ...rest });
  const keys = (count: number) => Array.from({ length: count }, (_, i) => `source-${i}`);
  const bounds: [field: string, accepted: object[], refused: object[]][] = [
    [
      "query",
      [
        { query: "x" },
        { query: "x".repeat(500) },
        { query: "🦀".repeat(500) },
        { query: ` ${"x".repeat(500)}\n` },
      ],
      [
        {},
        { query: "" },
        { query: "  \n " },
        { query: "x".repeat(501) },
        { query: "🦀".repeat(501) },
        { query: null },
        { query: ["x"] },
      ],
    ],
    [
      "sources",
      [q({ sources: keys(20) })],
      [q({ sources: keys(21) }), q({ sources: "plumbline" }), q({ sources: [1] })],
    ],
    [
      "limit",
      [q({ limit: 1 }), q({ limit: 10 })],
      [q({ limit: 0 }), q({ limit: 11 }), q({ limit: "5" }), q({ limit: 2.5 })],
    ],
    [
      "offset",
      [q({ offset: 0 }), q({ offset: 50 })],
      [q({ offset: -1 }), q({ offset: 51 }), q({ offset: null })],
    ],
    [
      "maxChunksPerDoc",
      [q({ maxChunksPerDoc: 1 }), q({ maxChunksPerDoc: 4 })],
      [q({ maxChunksPerDoc: 0 }), q({ maxChunksPerDoc: 5 }), q({ maxChunksPerDoc: null })],
    ],
    [
      "maxDocsPerSource",
      [q({ maxDocsPerSource: 0 }), q({ maxDocsPerSource: 10 })],
      [q({ maxDocsPerSource: -1 }), q({ maxDocsPerSource: 11 })],
    ],
    [
      "intent",
      [q({ intent: "docs" }), q({ intent: "ideation" })],
      [q({ intent: "Docs" }), q({ intent: "" })],
    ],
    [
      "minSimilarity",
      [q({ minSimilarity: 0 }), q({ minSimilarity: 1 }), q({ minSimilarity: 0.123 })],
      [q({ minSimilarity: -0.01 }), q({ minSimilarity: 1.01 }), q({ minSimilarity: "0.2" })],
    ],
  ];

  it.each(bounds)("%s, on both sides of its bounds", async (field, accepted, refused) => {
    for (const json of accepted) await service().searchArchives(json);
    for (const json of refused) {
      const refusal = await service().refusal("searchArchives", { json });
      expect([JSON.stringify(json), ...outcome(refusal)]).toEqual([
        JSON.stringify(json),
        400,
        "INVALID_QUERY",
      ]);
      expect(refusal.error).toContain(field);
    }
  });

  it("not for unknown fields, which are ignored", async () => {
    const plain = await service().searchArchives(q({}));
    expect(await service().searchArchives(q({ unknown: 1, filters: { x: 1 }, Limit: 1 }))).toEqual(plain);
  });
});

describeRefusals({ service, id: "searchArchives", valid: { json: { query: "medication", limit: 2 } } });
