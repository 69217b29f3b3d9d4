/** Asks the operations that an idea check consists of. */
import type { SearchArchivesResponse } from "../contract/api/archive.ts";
import type { NeighborhoodResponse } from "../contract/api/neighborhood.ts";
import type { OperationOutput } from "../contract/api/operations.ts";
import { type Trait, winnersApart } from "./winners-apart.ts";

type Asked = "neighborhood" | "searchArchives";

export type AskForCheck = <Id extends Asked>(id: Id, request: object) => Promise<OperationOutput<Id>>;

/** Fields of `POST /neighborhood` beside the query and the limit. */
export interface CheckedProjects {
  hackathons?: readonly string[];
  trackKeys?: readonly string[];
  labelKeys?: readonly string[];
  filters?: object;
}

export interface IdeaCheck {
  neighbors: NeighborhoodResponse;
  apart: Trait[];
  documents: SearchArchivesResponse["results"];
}

/** Of passages on another subject, which often share a word with the idea. */
const unrelated = 0.35;

/** What has been written: each document once. */
export const writtenRequest = (idea: string) => ({
  query: idea,
  limit: 5,
  maxChunksPerDoc: 1,
  minSimilarity: unrelated,
});

/** Winners are asked for separately: the difference is the others. */
export async function checkIdea(
  ask: AskForCheck,
  idea: string,
  projects: CheckedProjects = {},
): Promise<IdeaCheck> {
  const request = { ...projects, query: idea, limit: 50 };
  const neighbors = await ask("neighborhood", request);
  const [winners, written] = await Promise.all([
    neighbors.winners === 0
      ? null
      : ask("neighborhood", {
          ...request,
          filters: { ...projects.filters, winnersOnly: true },
          limit: 1,
        }),
    ask("searchArchives", writtenRequest(idea)),
  ]);
  return {
    neighbors,
    apart: winners === null ? [] : winnersApart(neighbors, winners),
    documents: written.results,
  };
}
