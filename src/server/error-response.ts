/** Converts every error to a response. */

import { ApiError, type ErrorBody } from "../contract/api/errors.ts";
import { StorageError } from "../database/storage-error.ts";
import type { ServerContext } from "./context.ts";
import type { Logger } from "./ports.ts";

/** Loggable fields of a cause: never the request. */
export function causeFields(error: unknown): object {
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

function isStorageFailure(error: unknown): boolean {
  return error instanceof Error && (error instanceof StorageError || isStorageFailure(error.cause));
}

/** The text of an error that is not an ApiError is only logged. */
export function publicError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isStorageFailure(error))
    return new ApiError("SERVICE_UNAVAILABLE", "Storage is unavailable right now; retry in a moment", {
      cause: error,
    });
  return new ApiError(
    "INTERNAL_ERROR",
    "Something went wrong on the server; retry, and quote the requestId",
    {
      cause: error,
    },
  );
}

/** Logs the failure of a request whose response may have begun. */
export function logFailure(error: unknown, context: ServerContext, logger: Logger): void {
  const answer = publicError(error);
  logger.error(
    {
      requestId: context.get("requestId"),
      route: context.get("route"),
      code: answer.code,
      ...causeFields(answer.cause ?? answer),
    },
    "request failed",
  );
}

export function renderError(error: unknown, context: ServerContext, logger: Logger): Response {
  const requestId = context.get("requestId");
  const answer = publicError(error);
  if (answer.status >= 500) logFailure(error, context, logger);
  if (answer.status === 503) context.header("Retry-After", "1");
  for (const [name, value] of Object.entries(answer.headers ?? {})) context.header(name, value);
  return context.json(errorBody(answer, requestId), answer.status);
}
