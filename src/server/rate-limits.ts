/** Limits per account: places in flight, then the counter of the operation's group. */
import type { Caller } from "../accounts/types.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { Operation } from "../contract/api/operations.ts";
import type { ServerContext } from "./context.ts";
import type { ServerPorts } from "./ports.ts";
import { concurrencyHeaders, rateLimitHeaders } from "./rate-limit-headers.ts";

const unavailable = (cause: unknown) =>
  new ApiError("SERVICE_UNAVAILABLE", "Limits cannot be checked right now; retry in a moment", { cause });

/**
 * Takes an in-flight place until the response has been sent or the client is gone. The returned function is
 * for requests without a socket; with one, the end of the response gives the place back.
 */
export function takePlace(context: ServerContext, operation: Operation, caller: Caller, ports: ServerPorts) {
  if (!operation.concurrencyLimited) return () => {};
  let release: (() => void) | null;
  try {
    release = ports.limits.enter(caller.accountId);
  } catch (cause) {
    throw unavailable(cause);
  }
  if (release === null) {
    throw new ApiError("RATE_LIMITED", "Too many requests in flight; wait for one to finish, then retry", {
      headers: concurrencyHeaders(ports.concurrencyLimit),
    });
  }
  const outgoing = context.env?.outgoing;
  if (!outgoing) return release;
  outgoing.once("close", release);
  // The client may have gone while its token was being checked.
  if (outgoing.destroyed || outgoing.closed) release();
  return () => {};
}

/** Counts the request; a request that validation refuses later has counted. */
export async function consume(
  context: ServerContext,
  operation: Operation,
  { caller, ports }: { caller: Caller; ports: ServerPorts },
): Promise<void> {
  if (operation.limitGroup === null) return;
  const { limitGroup } = operation;
  const result = await ports.limits.consume(limitGroup, caller.accountId).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if (result === null) return;
  for (const [name, value] of Object.entries(rateLimitHeaders(limitGroup, result)))
    context.header(name, value);
  if (result.allowed) return;
  const wait = Math.max(1, result.retryAfterSeconds);
  throw new ApiError(
    "RATE_LIMITED",
    `At most ${result.limit} ${limitGroup} requests per ${result.windowSeconds} s; wait ${wait} s, then retry`,
  );
}
