/**
 * Typed calls of the console's operations, for its pages. Types come from the table in contract/api/console; routes are
 * passed as plain values, so that a page need not load the schemas.
 */
import type {
  ConsoleOperationId,
  ConsoleOutput,
  consoleOperations,
} from "../contract/api/console/operations.ts";
import type { GivenRequest } from "../contract/api/operations/operation.ts";
import { answered, type CallOptions, type ClientOptions, sender } from "./request.ts";

/** Params, query and body of a call, merged into one object. */
export type ConsoleCall<Id extends ConsoleOperationId> = GivenRequest<
  (typeof consoleOperations)[Id]["request"]
>;

export interface ConsoleClient {
  /** Throws ServiceProblem for every response except success, and when there is none. */
  call<Id extends ConsoleOperationId>(
    id: Id,
    input: ConsoleCall<Id>,
    options?: CallOptions,
  ): Promise<ConsoleOutput<Id>>;
}

export function createConsoleClient(options: ClientOptions<ConsoleOperationId>): ConsoleClient {
  const send = sender(`${options.origin ?? ""}/console`, options.fetch);
  return {
    call: async (id, input, callOptions) => {
      const response = await send(options.routes[id], input as Record<string, unknown>, callOptions);
      return (await answered(response.json())) as ConsoleOutput<typeof id>;
    },
  };
}
