import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { searchArchivesRequestSchema, searchArchivesResponseSchema } from "../../contract/api/archive.ts";
import { documentOf, documentsOf } from "../../publish/workbench.case.ts";
import { archiveOf, type TestArchive } from "../archive-context.case.ts";
import type { ArchiveContext } from "../archive-context.ts";
import { searchArchives } from "./search-archives.ts";

const emoji = documentOf(203, {
  title: "Balloons",
  content: `${"😀🎈\n\nclouds drift by the hill. ".repeat(150)}An obelisk of glass. ${"More 支付 words.\n".repeat(90)}`,
});
const closed = documentOf(204, {
  source: "closed",
  title: "Masts of obelisks",
  content: `${"😀 Readable words about masts. ".repeat(20)}${"More readable masts. ".repeat(40)}Hidden obelisk.`,
});

let at: TestArchive;
beforeAll(async () => {
  at = await archiveOf(async (workbench) => {
    await workbench.putSource({ key: "closed", access: "excerpt" });
    await workbench.put(...documentsOf(0, 60), emoji, closed);
  });
});
afterAll(() => at.close());

async function search(fields: object, context: ArchiveContext = at.context) {
  const response = await searchArchives(context, searchArchivesRequestSchema.parse(fields));
  searchArchivesResponseSchema.parse(response);
  return response;
}

const contexts = (): ArchiveContext[] => [
  at.context,
  { ...at.context, embedQuery: () => Promise.reject(new Error("down")) },
];
const queries = ["obelisk of glass", "masts", "payment ledger proof", "clouds hill balloons drift words"];

describe("explain", () => {
  it("adds an explanation to each result and changes nothing else, in every tier and intent", async () => {
    for (const context of contexts())
      for (const query of queries)
        for (const intent of ["docs", "ideation"]) {
          const request = { query, intent, minSimilarity: 0, limit: 10 };
          const plain = await search(request, context);
          const explained = await search({ ...request, explain: true }, context);
          expect(plain.results.some((result) => "explanation" in result)).toBe(false);
          for (const result of explained.results) {
            expect(result.explanation!.channels.length).toBeGreaterThan(0);
            delete result.explanation;
          }
          expect(explained).toEqual(plain);
        }
  });

  it("gives contributions that add up to the order of the documents", async () => {
    for (const context of contexts())
      for (const query of queries) {
        const { results } = await search({ query, explain: true, minSimilarity: 0, limit: 10 }, context);
        const sums = results.map(({ explanation }) =>
          explanation!.channels.reduce((sum, { contribution }) => sum + contribution, 0),
        );
        sums.slice(1).forEach((sum, i) => {
          expect(sum).toBeLessThanOrEqual(sums[i]! + 2e-3);
        });
      }
  });

  it("gives the snippet's position in the readable text, in code points, and the words that match", async () => {
    const contents = new Map([...documentsOf(0, 60), emoji, closed].map((one) => [one.documentId, one]));
    let found = 0;
    for (const context of contexts())
      for (const query of queries) {
        const { results } = await search({ query, explain: true, minSimilarity: 0, limit: 10 }, context);
        for (const { documentId, title, snippet, explanation } of results) {
          const { content, source } = contents.get(documentId)!;
          const { passage, terms } = explanation!;
          if (passage) {
            found++;
            const quoted = [...content].slice(passage.start, passage.end).join("");
            expect(snippet.replace(/^…|…$/g, "")).toBe(quoted.replace(/\s+/g, " "));
            if (source === "closed") expect(passage.end).toBeLessThanOrEqual(1_000);
          }
          for (const term of terms) expect(`${title} ${content}`).toContain(term);
          if (source === "closed" && query === queries[0]) expect(terms).not.toContain("obelisk");
        }
      }
    expect(found).toBeGreaterThan(20);
    const { results } = await search({ query: "obelisk of glass", explain: true });
    expect(results[0]!.documentId).toBe(emoji.documentId);
    expect(results[0]!.explanation!.terms).toEqual(["obelisk", "glass"]);
  });
});
