/** Where the callers of operations come from: tokens, or the sessions of pages. */
import type { AccountLimits } from "../accounts/rate-limits/types.ts";
import type { Caller } from "../accounts/types.ts";
import type { Operation } from "../contract/api/operations.ts";
import type { ServerContext } from "./context.ts";

export interface CallerSource {
  /** The caller, who may use the operation. Throws ApiError otherwise. */
  authorize(context: ServerContext, operation: Operation): Promise<Caller>;
  /** Limits of these callers. */
  limits: AccountLimits;
  /** Requests in flight per account, for the `RateLimit-Policy` header only; `limits` enforces it. 0: off. */
  concurrencyLimit: number;
}
