/** Several concurrent requests of one operation. */
import type { OperationId, RequestOf, ResponseOf } from "@prior-art/client";
import { useQueries } from "@tanstack/react-query";
import { research } from "./client.ts";

export interface ResearchList<Output> {
  /** In the order of the inputs; undefined until all are there. */
  data: Output[] | undefined;
  error: Error | null;
  refetch(): void;
}

/** Shares its answers with `useResearch`. */
export function useResearchList<Id extends OperationId>(
  id: Id,
  inputs: readonly RequestOf<Id>[],
): ResearchList<ResponseOf<Id>> {
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: ["research", id, input],
      queryFn: ({ signal }: { signal: AbortSignal }) => research.call(id, input, { signal }),
      staleTime: 300_000,
    })),
    combine: (answers) => {
      const data = answers.flatMap((answer) => (answer.data === undefined ? [] : [answer.data]));
      return {
        data: data.length === inputs.length ? data : undefined,
        error: answers.find(({ error }) => error !== null)?.error ?? null,
        refetch: () => {
          for (const answer of answers) if (answer.error) void answer.refetch();
        },
      };
    },
  });
}
