import { expect, it } from "vitest";
import type { ReadQuery } from "../read-query.ts";
import type { Candidates } from "./candidates.ts";
import { describeSearch, type SearchCourse } from "./diagnostics.ts";
import type { Ranking } from "./ranking.ts";

const course = (changes: Partial<SearchCourse> = {}): SearchCourse => ({
  query: { expanded: "ledger book" } as ReadQuery,
  candidates: { cosines: Float32Array.of(1), found: { vector: 3, words: 4, topics: 5 } } as Candidates,
  ranking: { mode: "hybrid", missingVectorMatches: 0 } as Ranking,
  diversityDropped: 2,
  missingVectorProjects: 0,
  effectiveFilters: { winnersOnly: true },
  substituted: false,
  ...changes,
});
const found = {
  vectorCandidates: 3,
  textCandidates: 4,
  tagCandidates: 5,
  diversityDropped: 2,
  totalFoundIsEstimate: true,
  queryExpanded: "ledger book",
  effectiveFilters: { winnersOnly: true },
};

it("say how many projects each channel found, and that nothing was missing", () => {
  expect(describeSearch(course())).toEqual({ ...found, modeUsed: "hybrid", fallbackUsed: false });
});

it("name the failure of the embedder", () => {
  const candidates = { cosines: null, found: { vector: 0, words: 4, topics: 5 } } as unknown as Candidates;
  const ranking = { mode: "text", missingVectorMatches: 1 } as Ranking;
  expect(describeSearch(course({ candidates, ranking }))).toEqual({
    ...found,
    modeUsed: "text",
    fallbackUsed: true,
    fallbackReason: "embedding_generation_failed",
    vectorCandidates: 0,
  });
});

it("name the failure of the local model, where the built-in embedder embedded the query", () => {
  expect(describeSearch(course({ substituted: true }))).toEqual({
    ...found,
    modeUsed: "hybrid",
    fallbackUsed: true,
    fallbackReason: "query_model_failed",
  });
});

it("count projects without a vector where some pass the filters", () => {
  const ranking = { mode: "hybrid", missingVectorMatches: 6 } as Ranking;
  expect(describeSearch(course({ ranking, missingVectorProjects: 8 }))).toEqual({
    ...found,
    modeUsed: "hybrid",
    fallbackUsed: true,
    fallbackReason: "missing_vector",
    missingVectorProjects: 8,
    missingVectorMatches: 6,
  });
  expect(describeSearch(course({ missingVectorProjects: 8 }))).toMatchObject({
    fallbackUsed: false,
    missingVectorProjects: 8,
    missingVectorMatches: 0,
  });
});

it("of an empty query have no candidates, and an exact total", () => {
  const empty = {
    query: null,
    candidates: null,
    ranking: null,
    missingVectorProjects: 8,
    diversityDropped: 0,
  };
  expect(describeSearch(course(empty))).toEqual({
    modeUsed: "filters",
    fallbackUsed: false,
    vectorCandidates: 0,
    textCandidates: 0,
    tagCandidates: 0,
    diversityDropped: 0,
    totalFoundIsEstimate: false,
    queryExpanded: "",
    effectiveFilters: { winnersOnly: true },
  });
});
