/** One operation answered in this process, for the command line. */
import type { AskedOperation } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { type Operation, type OperationOutput, operations } from "../contract/api/operations.ts";
import { parseRequest } from "../contract/api/validation.ts";
import { withExistingCatalog } from "./catalog.ts";
import { openServing } from "./serving.ts";

/** Answers from the current snapshot. Throws ApiError as the service would answer. */
export function execute<Id extends AskedOperation>(
  config: Config,
  operation: Id,
  request: unknown,
): Promise<OperationOutput<Id>> {
  return withExistingCatalog(config, async (catalog) => {
    const { body, params }: Operation["request"] = operations[operation].request;
    const schema = body ?? params;
    const input = schema ? parseRequest(schema, request) : {};
    let problem: Error | null = null;
    const onProblem = (error: Error) => {
      problem = error;
    };
    const serving = await openServing(config, { catalog, workers: 0, onProblem });
    try {
      if (problem !== null) throw problem;
      const response = await serving.execute(operation, input);
      return (typeof response === "string" ? JSON.parse(response) : response) as OperationOutput<Id>;
    } finally {
      await serving.close();
    }
  });
}
