import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ServiceProblem } from "../../../src/client/service-problem.ts";

const patience = 2;

/** Asks who is signed in again whenever an answer says that nobody is: the pages follow from that. */
export function createQueryClient(): QueryClient {
  const lookAt = (error: unknown) => {
    if (error instanceof ServiceProblem && error.status === 401)
      void client.invalidateQueries({ queryKey: ["getSession"] });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: lookAt }),
    mutationCache: new MutationCache({ onError: lookAt }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        // By default a query waits for a network that the browser believes in; a local service needs none.
        networkMode: "always",
        retry: (failures, error) =>
          error instanceof ServiceProblem && error.retryable && error.status !== 429 && failures < patience,
        retryDelay: (failures) => 300 * 2 ** failures,
      },
      // What a mutation brought, a token say, is not kept behind the page that shows it.
      mutations: { networkMode: "always", gcTime: 0 },
    },
  });
  return client;
}
