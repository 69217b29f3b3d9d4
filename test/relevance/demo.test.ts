/**
 * The demo's judged queries over HTTP. The minimum scores are set slightly below the measured ones, so that a worse
 * ranking fails; raise them when the ranking improves.
 */
import { beforeAll, describe, expect, it } from "vitest";
import { demoDocuments } from "../acceptance/harness/demo-documents.ts";
import { demoProjects, readLines } from "../acceptance/harness/demo-projects.ts";
import { useService } from "../acceptance/harness/service.ts";
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

type Floors = Record<string, Pick<Quality, "ndcg" | "mrr">>;

const corpora: {
  name: string;
  queries: Judged[];
  search: (query: string) => Promise<string[]>;
  existing: Set<string>;
  floors: Floors;
}[] = [
  {
    name: "projects",
    queries: readLines<Judged>("judgements/projects.jsonl"),
    search: searchProjects,
    existing: new Set(demoProjects.map(({ slug }) => slug)),
    floors: {
      keyword: { ndcg: 0.93, mrr: 0.96 },
      question: { ndcg: 0.86, mrr: 0.96 },
      paraphrase: { ndcg: 0.34, mrr: 0.39 },
      all: { ndcg: 0.72, mrr: 0.79 },
    },
  },
  {
    name: "archive",
    queries: readLines<Judged>("judgements/archive.jsonl"),
    search: searchArchives,
    existing: new Set(demoDocuments.map(({ documentId }) => documentId)),
    floors: {
      keyword: { ndcg: 0.88, mrr: 0.92 },
      question: { ndcg: 0.84, mrr: 0.88 },
      paraphrase: { ndcg: 0.73, mrr: 0.74 },
      all: { ndcg: 0.84, mrr: 0.88 },
    },
  },
];

describe.each(corpora)("$name", ({ name, queries, search, existing, floors }) => {
  it("has 40 judged queries or more, each with an answer that the demo holds", () => {
    expect(queries.length).toBeGreaterThanOrEqual(40);
    expect(new Set(queries.map(({ id }) => id)).size).toBe(queries.length);
    for (const { id, query, judgements } of queries) {
      expect(query.trim()).not.toBe("");
      const unknown = Object.keys(judgements).filter((key) => !existing.has(key));
      expect([id, unknown]).toEqual([id, []]);
      for (const grade of Object.values(judgements)) expect([0, 1, 2, 3]).toContain(grade);
      expect(Math.max(...Object.values(judgements))).toBeGreaterThan(0);
    }
  });

  describe("is found as well as before", () => {
    let measured: Record<string, Quality>;
    beforeAll(async () => {
      measured = await judge(queries, search);
      report(name, measured);
    });

    it("by every kind of query there is a floor for", () => {
      expect(Object.keys(floors).toSorted()).toEqual(Object.keys(measured).toSorted());
    });

    it.each(Object.entries(floors))("by queries of the kind %s", (kind, floor) => {
      expect(measured[kind]!.ndcg).toBeGreaterThanOrEqual(floor.ndcg);
      expect(measured[kind]!.mrr).toBeGreaterThanOrEqual(floor.mrr);
    });
  });
});
