/** Rate limits of an account: concurrency slots, then the counter of the operation's group. */
import type { AccountLimits, RateLimitResult, Release } from "../accounts/rate-limits/types.ts";
import type { Caller } from "../accounts/types.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { LimitGroup, Operation } from "../contract/api/operations.ts";
import type { ServerContext } from "./context.ts";
import { concurrencyHeaders, rateLimitHeaders } from "./rate-limit-headers.ts";

export const limitsUnavailable = (cause: unknown) =>
  new ApiError("SERVICE_UNAVAILABLE", "Limits cannot be checked right now; retry in a moment", { cause });

/** Aborted when the client disconnects. */
export function disconnection(context: ServerContext): AbortSignal {
  const controller = new AbortController();
  const outgoing = context.env?.outgoing;
  if (outgoing?.destroyed || outgoing?.closed) controller.abort();
  outgoing?.once("close", () => controller.abort());
  return controller.signal;
}

/** Whose limits a request counts against. */
export interface LimitedCaller {
  caller: Caller;
  limits: AccountLimits;
  /** Requests in flight per account, for the `RateLimit-Policy` header only; `limits` enforces it. */
  concurrencyLimit: number;
}

/** Takes one of the account's concurrency slots. The caller releases it when the work has ended. */
export async function acquireSlot(
  context: ServerContext,
  operation: Operation,
  { caller, limits, concurrencyLimit }: LimitedCaller,
): Promise<Release> {
  if (!operation.concurrencyLimited) return () => {};
  const release = await limits.acquire(caller.accountId, disconnection(context)).catch((cause: unknown) => {
    throw limitsUnavailable(cause);
  });
  if (release !== null) return release;
  throw tooManyInFlight(concurrencyLimit);
}

export const tooManyInFlight = (concurrencyLimit: number): ApiError =>
  new ApiError("RATE_LIMITED", "Too many requests in flight; wait for one to finish, then retry", {
    headers: concurrencyHeaders(concurrencyLimit),
  });

/** Counts the request, even if validation refuses it later. */
export async function consume(
  context: ServerContext,
  operation: Operation,
  { caller, limits }: LimitedCaller,
): Promise<void> {
  if (operation.limitGroup === null) return;
  const { limitGroup } = operation;
  const result = await limits.consume(limitGroup, caller.accountId).catch((cause: unknown) => {
    throw limitsUnavailable(cause);
  });
  if (result === null) return;
  for (const [name, value] of Object.entries(rateLimitHeaders(limitGroup, result)))
    context.header(name, value);
  if (!result.allowed) throw limitExceeded(limitGroup, result);
}

export function limitExceeded(limitGroup: LimitGroup, result: RateLimitResult): ApiError {
  const wait = Math.max(1, result.retryAfterSeconds);
  const message = `At most ${result.limit} ${limitGroup} requests per ${result.windowSeconds} s; wait ${wait} s, then retry`;
  return new ApiError("RATE_LIMITED", message, { headers: rateLimitHeaders(limitGroup, result) });
}
