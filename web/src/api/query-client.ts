import { isPriorArtError } from "@prior-art/client";
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";

const patience = 2;

/** Refetches the session whenever a response says that there is none; the pages depend on it. */
export function createQueryClient(): QueryClient {
  const lookAt = (error: unknown) => {
    if (isPriorArtError(error) && error.status === 401)
      void client.invalidateQueries({ queryKey: ["getSession"] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: lookAt }),
    mutationCache: new MutationCache({ onError: lookAt }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // By default a query waits until the browser reports a network; a local service needs none.
        networkMode: "always",
        retry: (failures, error) =>
          isPriorArtError(error) && error.retryable && error.status !== 429 && failures < patience,
        retryDelay: (failures) => 300 * 2 ** failures,
      },
      // The result of a mutation, such as a token, is not kept after its page is left.
      mutations: { networkMode: "always", gcTime: 0 },
    },
  });
  return client;
}
