/** The console's operations as queries and mutations. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ConsoleCall } from "../../../src/client/console-client.ts";
import type { ConsoleOperationId, ConsoleOutput } from "../../../src/contract/api/console/operations.ts";
import { client } from "./client.ts";

interface AnswerOptions<Id extends ConsoleOperationId> {
  /** Milliseconds until it is asked again, by what was answered; false: not again. */
  every?(answer: ConsoleOutput<Id> | undefined): number | false;
}

/** While a new input is loading, the previous response stays on the page. */
export function useAnswer<Id extends ConsoleOperationId>(
  id: Id,
  input: ConsoleCall<Id>,
  { every }: AnswerOptions<Id> = {},
) {
  return useQuery<ConsoleOutput<Id>>({
    refetchInterval: every && (({ state }) => every(state.data)),
    queryKey: [id, input],
    queryFn: ({ signal }) => client.call(id, input, { signal }),
    placeholderData: keepPreviousData,
  });
}

interface ChangeOptions<Id extends ConsoleOperationId> {
  /** Operations whose queries are refetched afterwards. */
  changes?: readonly ConsoleOperationId[];
  onDone?(output: ConsoleOutput<Id>): void | Promise<void>;
}

export function useChange<Id extends ConsoleOperationId>(
  id: Id,
  { changes = [], onDone }: ChangeOptions<Id> = {},
) {
  const queries = useQueryClient();
  return useMutation<ConsoleOutput<Id>, Error, ConsoleCall<Id>>({
    mutationFn: (input) => client.call(id, input),
    onSuccess: async (output) => {
      await onDone?.(output);
      await Promise.all(changes.map((changed) => queries.invalidateQueries({ queryKey: [changed] })));
    },
  });
}
