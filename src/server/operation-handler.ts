/** One handler for all operations: caller, scope, limits, body, schema, then the use case. */
import type { ExportFormat, ExportPart } from "../contract/api/exports.ts";
import type { Operation, OperationId } from "../contract/api/operations.ts";
import type { CallerSource } from "./caller-source.ts";
import type { ServerContext } from "./context.ts";
import { logFailure } from "./error-response.ts";
import type { ServerPorts } from "./ports.ts";
import { acquireSlot, consume } from "./rate-limits.ts";
import { requestInput } from "./request-input.ts";
import { sendFile } from "./send-file.ts";
import { sendText } from "./send-text.ts";

export function operationHandler(
  operation: Operation & { id: OperationId },
  ports: ServerPorts,
  source: CallerSource,
) {
  return async (context: ServerContext): Promise<Response> => {
    const caller = await source.authorize(context, operation);
    const { limits, concurrencyLimit } = source;
    const limited = { caller, limits, concurrencyLimit };
    const release = await acquireSlot(context, operation, limited);
    let streams = false;
    try {
      await consume(context, operation, limited);
      const input = await requestInput(context, operation);
      const execute = (given: object) =>
        ports.execute(operation.id, given, caller).catch((error: unknown) => {
          throw error instanceof Error
            ? error
            : new Error("a value that is not an Error was thrown", { cause: error });
        });
      const answer = await execute(input);
      if (operation.file !== undefined) {
        streams = true;
        return sendFile(context, {
          name: operation.file,
          format: (input as { format: ExportFormat }).format,
          first: partOf(answer),
          next: async (rest) => partOf(await execute({ ...input, rest })),
          onEnd: release,
          onFailure: (error) => logFailure(error, context, ports.logger),
        });
      }
      const text = typeof answer === "string" ? answer : JSON.stringify(answer);
      if (operation.repeats) context.header("Cache-Control", "private, no-cache");
      return await sendText(context, {
        text,
        type: "application/json",
        status: operation.successStatus,
        // What only the member may read is never beside a text of someone else's choice.
        compressible: operation.scope !== "me",
        repeats: operation.repeats,
      });
    } finally {
      // A stream keeps its slot until it ends.
      if (!streams) release();
    }
  };
}

function partOf(answer: object | string): ExportPart {
  return (typeof answer === "string" ? JSON.parse(answer) : answer) as ExportPart;
}
