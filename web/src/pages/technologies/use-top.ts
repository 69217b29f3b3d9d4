import { useResearch } from "../../api/use-research.ts";
import { type TechnologiesSearch, technologyCohort } from "./state.ts";

/** The most used technologies of the cohort in the address. */
export function useTop(search: TechnologiesSearch, topK: number) {
  const cohort = technologyCohort(search);
  return useResearch("listTopTechnologies", {
    ...(cohort && { cohort }),
    ...(search.kind && { technologyCategory: search.kind }),
    topK,
  });
}
