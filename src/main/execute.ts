/** Executes one operation in this process, for the CLI. */
import type { Config } from "../config/config.ts";
import { type OperationOutput, operations, type SnapshotOperationId } from "../contract/api/operations.ts";
import { parseInput } from "../contract/api/validation.ts";
import { withExistingCatalog } from "./catalog.ts";
import { openServing } from "./serving.ts";

/** Reads the current snapshot. Throws ApiError like the service. */
export function execute<Id extends SnapshotOperationId>(
  config: Config,
  operation: Id,
  request: unknown,
): Promise<OperationOutput<Id>> {
  return withExistingCatalog(config, async (catalog) => {
    const input = parseInput(operations[operation], request);
    let problem: Error | null = null;
    const onProblem = (error: Error) => {
      problem = error;
    };
    const serving = await openServing(config, { catalog, workers: 0, onProblem });
    try {
      if (problem !== null) throw problem;
      // Without workers the response is an object.
      return (await serving.execute(operation, input)) as OperationOutput<Id>;
    } finally {
      await serving.close();
    }
  });
}
