import { HttpError } from "../../../net/http-error.ts";

/**
 * - `unavailable`: no response, or no discovery document;
 * - `refused`: the provider's response or its ID token is not acceptable;
 * - `cancelled`: the visitor did not consent.
 */
export type ProviderProblem = "unavailable" | "refused" | "cancelled";

/** The message is for the operator: it contains no code, token, secret or name. */
export class ProviderError extends Error {
  override name = "ProviderError";
  readonly problem: ProviderProblem;

  constructor(problem: ProviderProblem, message: string, cause?: unknown) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** Converts an error of openid-client. Bodies and claims stay in `cause`, which is not logged. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderError) return cause;
    if (cause instanceof HttpError) return new ProviderError("unavailable", cause.message, error);
  }
  const { code, error: response } = error as { code?: string; error?: string };
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR" && response === "access_denied")
    return new ProviderError("cancelled", "the visitor did not consent", error);
  return new ProviderError("refused", describe(error as Error), error);
}

/** Only openid-client's constant texts and the error code of the response (RFC 6749, section 5.2). */
function describe(error: Error & { error?: unknown }): string {
  const detail = error.cause as { code?: unknown; message?: unknown } | undefined;
  const parts = [error.message];
  if (/^OAUTH_/.test(String(detail?.code))) parts.push(String(detail!.message));
  if (/^[a-z_]{1,60}$/.test(String(error.error))) parts.push(String(error.error));
  return parts.join(": ");
}
