/** The one place where an error becomes a response. */
import { ApiError, type ErrorBody } from "../contract/api/errors.ts";
import type { ServerContext } from "./context.ts";
import type { Logger } from "./ports.ts";

/** What may be logged of a cause: never the request. */
function causeFields(error: unknown): object {
  if (!(error instanceof Error)) return { cause: String(error) };
  return {
    cause: { type: error.name, message: error.message, stack: error.stack },
    ...(error.cause !== undefined && { reason: causeFields(error.cause) }),
  };
}

export function errorBody(error: ApiError, requestId: string): ErrorBody {
  return {
    error: error.message,
    code: error.code,
    retryable: error.retryable,
    ...(error.status >= 500 && { requestId }),
  };
}

/** Anything that is not an ApiError is a fault of ours: its text stays here. */
export function renderError(error: unknown, context: ServerContext, logger: Logger): Response {
  const requestId = context.get("requestId");
  const known = error instanceof ApiError;
  const answer = known
    ? error
    : new ApiError("INTERNAL_ERROR", "Something went wrong on the server; retry, and quote the requestId", {
        cause: error,
      });
  if (answer.status >= 500) {
    logger.error(
      {
        requestId,
        route: context.get("route"),
        code: answer.code,
        ...causeFields(known ? (error.cause ?? error) : error),
      },
      "request failed",
    );
  }
  for (const [name, value] of Object.entries(answer.headers ?? {})) context.header(name, value);
  return context.json(errorBody(answer, requestId), answer.status);
}
