/** The server's dependencies. The composition root supplies them; tests supply fakes. */

import type { RateLimits } from "../accounts/rate-limits/types.ts";
import type { Accounts, Caller } from "../accounts/types.ts";
import type { OperationId } from "../contract/api/operations.ts";
import type { IpRange } from "../contract/values/ip-ranges.ts";
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
   * Executes a validated request: `input` is `OperationInput` of that operation. An object is serialized here; a
   * string is JSON text, already serialized by a worker. Throws ApiError; any other error becomes a 500 whose cause
   * is only logged.
   */
  execute(operation: OperationId, input: unknown, caller: Caller): Promise<object | string>;
  /** Whether a snapshot is being served. */
  ready(): boolean;
  /** Whether a newer one is published that this server cannot get; absent: servers share no store. */
  snapshotProblem?(): boolean;
  accounts: Pick<Accounts, "authenticate">;
  limits: RateLimits;
  metrics: ServerMetrics;
  logger: Logger;
  /** Prefix of the scopes: `<service>:read`, `<service>:me`. */
  service: string;
  /** Every operation is also served below `/api/v1/<pathSegment>`. Lower-case letters, digits, `-` and `_`. */
  pathSegment: string;
  /** Addresses whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. */
  trustedProxies: readonly IpRange[];
  /** Requests in flight per account, for the `RateLimit-Policy` header only; `limits` enforces it. 0: off. */
  concurrencyLimit: number;
  /** Allows access to `/metrics` from other machines; null: loopback only. */
  metricsToken: string | null;
  /** Public origin of the service, such as `https://research.example.org`; null: the address it listens on. */
  publicOrigin: string | null;
  /** Origins of pages elsewhere that may call the API and `/mcp`; `*`: all. */
  corsOrigins: readonly string[];
  /** Of the program, for clients that ask. */
  version: string;
  /** Dependencies of the console; without them, there is no console. */
  console?: ConsolePorts;
}
