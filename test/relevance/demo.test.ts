/**
 * The demo's judged queries over HTTP: a ranking that finds less than `demo-figures.ts` asks for fails. A query of kind
 * `typo` contains typing errors and says in `meant` what it should have been.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { demoDocuments } from "../acceptance/harness/demo-documents.ts";
import { demoProjects, readLines } from "../acceptance/harness/demo-projects.ts";
import { useService } from "../acceptance/harness/service.ts";
import { floors, kinds, overall, tolerance } from "./demo-figures.ts";
import { type Judged, judge, type Quality, report } from "./ranking.ts";

const service = useService();

async function searchProjects(query: string): Promise<string[]> {
  const { results } = await service().searchProjects({ query, limit: 10 });
  return results.map(({ slug }) => slug);
}

async function searchArchives(query: string): Promise<string[]> {
  const request = { query, limit: 10, maxDocsPerSource: 0, minSimilarity: 0 };
  const { results } = await service().searchArchives(request);
  return results.map(({ documentId }) => documentId);
}

interface DemoQuery extends Judged {
  meant?: string;
}

const collections: {
  name: keyof typeof overall;
  queries: DemoQuery[];
  search: (query: string) => Promise<string[]>;
  /** Id → text. */
  texts: Map<string, string>;
}[] = [
  {
    name: "projects",
    queries: readLines<DemoQuery>("judgements/projects.jsonl"),
    search: searchProjects,
    texts: new Map(demoProjects.map(({ slug, record }) => [slug, JSON.stringify(record)])),
  },
  {
    name: "archive",
    queries: readLines<DemoQuery>("judgements/archive.jsonl"),
    search: searchArchives,
    texts: new Map(
      demoDocuments.map(({ documentId, title, content }) => [documentId, `${title}\n${content}`]),
    ),
  },
];

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function expectAtLeast(measured: Quality, least: Pick<Quality, "ndcg" | "mrr">): void {
  expect(measured.ndcg).toBeGreaterThanOrEqual(least.ndcg);
  expect(measured.mrr).toBeGreaterThanOrEqual(least.mrr);
}

describe.each(collections)("$name", ({ name, queries, search, texts }) => {
  it("has 80 judged queries or more, each with an answer that the demo holds", () => {
    expect(queries.length).toBeGreaterThanOrEqual(80);
    expect(new Set(queries.map(({ id }) => id)).size).toBe(queries.length);
    for (const { id, query, kind, judgements } of queries) {
      expect(query.trim()).not.toBe("");
      expect(kinds).toContain(kind);
      const unknown = Object.keys(judgements).filter((key) => !texts.has(key));
      expect([id, unknown]).toEqual([id, []]);
      for (const grade of Object.values(judgements)) expect([0, 1, 2, 3]).toContain(grade);
      expect(Math.max(...Object.values(judgements))).toBeGreaterThan(0);
    }
  });

  it("answers each query with typing errors in the words that were meant", () => {
    const mistyped = queries.filter(({ kind }) => kind === "typo");
    expect(queries.filter(({ meant }) => meant !== undefined)).toEqual(mistyped);
    for (const { query, meant = query, judgements } of mistyped) {
      const best = Object.keys(judgements).filter((key) => judgements[key]! >= 2);
      const answers = new Set(best.flatMap((key) => wordsOf(texts.get(key)!)));
      const typed = new Set(wordsOf(query));
      const corrected = wordsOf(meant).filter((word) => !typed.has(word));
      expect(corrected).not.toEqual([]);
      expect([query, corrected.filter((word) => !answers.has(word))]).toEqual([query, []]);
    }
  });

  describe("is found as well as before", () => {
    let measured: Record<string, Quality>;
    beforeAll(async () => {
      measured = await judge(queries, search);
      report(name, measured);
    });

    it("over all queries", () => {
      const { ndcg, mrr } = overall[name];
      expectAtLeast(measured.all!, { ndcg: ndcg - tolerance, mrr: mrr - tolerance });
    });

    it.each(kinds)("by queries of the kind %s", (kind) => {
      expectAtLeast(measured[kind]!, floors[name][kind]);
    });
  });
});
