/** The public operations as queries, with the session of the page. */
import type { OperationId, RequestOf, ResponseOf } from "@prior-art/client";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { research } from "./client.ts";

interface ResearchOptions {
  /** False: nothing is asked yet. */
  enabled?: boolean;
  /** Milliseconds for which a response counts as fresh. */
  staleTime?: number;
  /** False: a new input shows nothing until its response is there, instead of the previous response. */
  keepsPrevious?: boolean;
}

export function useResearch<Id extends OperationId>(
  id: Id,
  input: RequestOf<Id>,
  { enabled = true, staleTime = 60_000, keepsPrevious = true }: ResearchOptions = {},
): UseQueryResult<ResponseOf<Id>> {
  return useQuery<ResponseOf<Id>>({
    queryKey: ["research", id, input],
    queryFn: ({ signal }) => research.call(id, input, { signal }),
    enabled,
    staleTime,
    placeholderData: keepsPrevious ? keepPreviousData : undefined,
  });
}

/** The filter values of the corpus: asked once, and used on many pages. */
export const useFilters = () => useResearch("getFilters", {}, { staleTime: 300_000 });

/** The taxonomy. */
export const useCategories = () => useResearch("getCategories", {}, { staleTime: 300_000 });
