/**
 * Typed calls of the public operations with the session of the pages: the same operations as below `/api/v1`, under
 * `/console/api/v1`. Routes are passed as plain values, so that a page need not load the schemas.
 */

import type { GivenRequest } from "../contract/api/operations/operation.ts";
import type { OperationId, OperationOutput, operations } from "../contract/api/operations.ts";
import { answered, type CallOptions, type ClientOptions, sender } from "./request.ts";

/** Params, query and body of a call, merged into one object. */
export type ResearchCall<Id extends OperationId> = GivenRequest<(typeof operations)[Id]["request"]>;

export interface ResearchClient {
  /** Throws ServiceProblem for every response except success, and when there is none. */
  call<Id extends OperationId>(
    id: Id,
    input: ResearchCall<Id>,
    options?: CallOptions,
  ): Promise<OperationOutput<Id>>;
  /** The response as a file, for operations that stream rows. */
  download<Id extends OperationId>(id: Id, input: ResearchCall<Id>, options?: CallOptions): Promise<Blob>;
}

export function createResearchClient(options: ClientOptions<OperationId>): ResearchClient {
  const send = sender(`${options.origin ?? ""}/console/api/v1`, options.fetch);
  return {
    call: async (id, input, callOptions) => {
      const response = await send(options.routes[id], input as Record<string, unknown>, callOptions);
      return (await answered(response.json())) as OperationOutput<typeof id>;
    },
    download: async (id, input, callOptions) => {
      const response = await send(options.routes[id], input as Record<string, unknown>, callOptions);
      return answered(response.blob());
    },
  };
}
