import type { RequestOf } from "@prior-art/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ConsoleOperationId } from "../../../../src/contract/api/console/operations.ts";
import { research } from "../../api/client.ts";
import { useToast } from "../../ui/toast.tsx";

/** Sends a suggestion or feedback, confirms it, and asks for the member's own list again. */
export function useSend<Id extends "suggestSource" | "sendFeedback">(
  id: Id,
  list: ConsoleOperationId,
  onSent: () => void,
) {
  const queries = useQueryClient();
  const toast = useToast();
  return useMutation<{ message: string }, Error, RequestOf<Id>>({
    mutationFn: (input) => research.call(id, input),
    onSuccess: async ({ message }) => {
      toast(message);
      onSent();
      await queries.invalidateQueries({ queryKey: [list] });
    },
  });
}
