import { expect, it } from "vitest";
import { checkIdea } from "./check-idea.ts";

/** The requests that a check of an idea sends, by operation, where `winners` of the projects near it have won. */
async function asked(winners: number) {
  const requests: [id: string, request: object][] = [];
  const answers = {
    neighborhood: { winners, neighbors: 4, categories: [], primitives: [], techStack: [], results: [] },
    searchArchives: { results: [{ title: "A" }] },
  };
  const ask = (id: keyof typeof answers, request: object) => {
    requests.push([id, request]);
    return Promise.resolve(answers[id]);
  };
  const check = await checkIdea(ask as never, "bees", { hackathons: ["a"] });
  return { requests, check };
}

it("asks for documents once each, without passages on another subject", async () => {
  const { requests, check } = await asked(0);
  expect(requests).toEqual([
    ["neighborhood", { query: "bees", hackathons: ["a"], limit: 50 }],
    ["searchArchives", { query: "bees", limit: 5, maxChunksPerDoc: 1, minSimilarity: 0.35 }],
  ]);
  expect(check).toMatchObject({ apart: [], documents: [{ title: "A" }] });
});
