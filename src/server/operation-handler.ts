/** One handler for all operations: token, scope, limits, body, schema, then the use case. */
import type { Operation, OperationId } from "../contract/api/operations.ts";
import { authenticate, requireScope } from "./authenticate.ts";
import type { ServerContext } from "./context.ts";
import type { ServerPorts } from "./ports.ts";
import { acquirePlace, consume } from "./rate-limits.ts";
import { requestInput } from "./request-input.ts";

export function operationHandler(
  operation: Operation & { id: OperationId },
  ports: ServerPorts,
  addressOf: (context: ServerContext) => string,
) {
  return async (context: ServerContext): Promise<Response> => {
    const caller = await authenticate(context, ports, addressOf);
    requireScope(caller, operation, ports.service);
    const release = await acquirePlace(context, operation, { caller, ports });
    try {
      await consume(context, operation, { caller, ports });
      const input = await requestInput(context, operation);
      const answer = await ports.execute(operation.id, input, caller).catch((error: unknown) => {
        throw error instanceof Error
          ? error
          : new Error("a value that is not an Error was thrown", { cause: error });
      });
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      return context.body(text, operation.successStatus, { "Content-Type": "application/json" });
    } finally {
      release();
    }
  };
}
