/**
 * Typed calls of the console's operations, for its pages. Types come from the table in contract/api/console; routes are
 * passed as plain values, so that a page need not load the schemas.
 */
import { type CallOptions, createTransport, type Route } from "@prior-art/client/transport";
import type {
  ConsoleOperationId,
  ConsoleOutput,
  consoleOperations,
} from "../contract/api/console/operations.ts";
import type { GivenRequest } from "../contract/api/operations/operation.ts";

/** Params, query and body of a call, merged into one object. */
export type ConsoleCall<Id extends ConsoleOperationId> = GivenRequest<
  (typeof consoleOperations)[Id]["request"]
>;

export interface ConsoleClient {
  /** Rejects with PriorArtError for every response except success, and when there is none. */
  call<Id extends ConsoleOperationId>(
    id: Id,
    input: ConsoleCall<Id>,
    options?: CallOptions,
  ): Promise<ConsoleOutput<Id>>;
}

/** For clients of the pages: the queries retry, and the limits of pages are wider than those of a token. */
export const pageOptions = {
  // A foreign page cannot send it: see server/console/csrf.
  headers: { "X-Console-Request": "1" },
  retries: 0,
  maxInFlight: 6,
} as const;

export function createConsoleClient(
  routes: Readonly<Record<ConsoleOperationId, Route>>,
  origin = "",
): ConsoleClient {
  const send = createTransport(`${origin}/console`, pageOptions);
  return {
    call: async (id, input, options) =>
      (await send(routes[id], input as Record<string, unknown>, options)) as ConsoleOutput<typeof id>,
  };
}
