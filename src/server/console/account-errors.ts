/** Converts refusals of accounts and sign-in to API errors. */
import { SignInError } from "../../accounts/sign-in/types.ts";
import { AccountError } from "../../accounts/types.ts";
import { ApiError } from "../../contract/api/errors.ts";

/** Other errors are returned unchanged. */
export function toApiError(error: unknown): unknown {
  if (error instanceof AccountError) {
    const code = { invalid: "INVALID_QUERY", missing: "NOT_FOUND", refused: "FORBIDDEN" } as const;
    return new ApiError(code[error.kind], error.message);
  }
  if (!(error instanceof SignInError)) return error;
  switch (error.kind) {
    case "credentials":
      return new ApiError("UNAUTHORIZED", error.message);
    case "too many":
      return new ApiError("RATE_LIMITED", error.message, {
        headers: { "Retry-After": String(Math.max(1, error.retryAfterSeconds)) },
      });
    case "closed":
    case "no password":
    case "no link":
      return new ApiError("FORBIDDEN", error.message);
    case "unavailable":
      return new ApiError("SERVICE_UNAVAILABLE", error.message, { cause: error.cause ?? error });
  }
}
