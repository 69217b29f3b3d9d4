/** What the server needs from outside. The composition root supplies it; tests supply fakes. */

import type { RateLimits } from "../accounts/rate-limits/types.ts";
import type { Accounts, Caller } from "../accounts/types.ts";
import type { OperationId } from "../contract/api/operations.ts";
import type { ConsolePorts } from "./console/ports.ts";
import type { ServerMetrics } from "./metrics.ts";

/** The part of pino that the server uses. */
export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface ServerPorts {
  /**
   * Answers a validated request: `input` is `OperationInput` of that operation. An object is serialised
   * here; a string is JSON text, already serialised by a worker. Throws ApiError; anything else becomes a
   * 500 whose cause is only logged.
   */
  execute(operation: OperationId, input: unknown, caller: Caller): Promise<object | string>;
  /** Whether a snapshot is being served. */
  ready(): boolean;
  accounts: Pick<Accounts, "authenticate">;
  limits: RateLimits;
  metrics: ServerMetrics;
  logger: Logger;
  /** Names the scopes: `<service>:read`, `<service>:me`. */
  service: string;
  /** Every operation also answers below `/api/v1/<pathSegment>`. Lower-case letters, digits, `-` and `_`. */
  pathSegment: string;
  /** IP addresses or CIDR ranges whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Requests in flight per account, for the `RateLimit-Policy` header only; `limits` enforces it. 0: off. */
  concurrencyLimit: number;
  /** Opens `/metrics` to callers that are not on this machine; null: loopback only. */
  metricsToken: string | null;
  /** Where members reach the service, such as `https://research.example.org`; null: at the address it listens on. */
  publicOrigin: string | null;
  /** What the console needs; without it, there is none. */
  console?: ConsolePorts;
}
