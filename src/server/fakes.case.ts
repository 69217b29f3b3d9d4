/** Ports for tests: each test sets the results, and all calls are recorded. */

import { ConcurrencyLimiter } from "../accounts/rate-limits/concurrency-limiter.ts";
import type { RateLimitResult, RateLimits } from "../accounts/rate-limits/types.ts";
import type { Caller } from "../accounts/types.ts";
import type { ExportPart } from "../contract/api/exports.ts";
import { type Operation, type OperationId, operations as table } from "../contract/api/operations.ts";
import { createApp } from "./app.ts";
import { type Listening, listen } from "./listen.ts";
import { createServerMetrics } from "./metrics.ts";
import type { ServerPorts } from "./ports.ts";

export const goodToken = "pa_good";
export const caller: Caller = {
  accountId: "account-1",
  email: "member@example.org",
  scopes: ["priorart:read", "priorart:me"],
  expiresAt: "2027-01-01T00:00:00.000Z",
};

export const rateLimitResult = (change: Partial<RateLimitResult> = {}): RateLimitResult => ({
  allowed: true,
  limit: 30,
  remaining: 29,
  windowSeconds: 60,
  resetSeconds: 60,
  retryAfterSeconds: 0,
  ...change,
});
export const refusedResult = rateLimitResult({
  allowed: false,
  remaining: 0,
  resetSeconds: 17,
  retryAfterSeconds: 17,
});

/** A real concurrency limit, which refuses immediately unless a wait is given (0: off); counters are off. */
export function openLimits(limit = 2, waitMs = 0): RateLimits & { inFlight(): number; waiting(): number } {
  const limiter = new ConcurrencyLimiter({ limit, waitMs });
  let taken = 0;
  let waiting = 0;
  return {
    consume: async () => null,
    badToken: async () => rateLimitResult(),
    async acquire(accountId, signal) {
      waiting++;
      const release = limit === 0 ? null : await limiter.acquire(accountId, signal);
      waiting--;
      if (release === null) return null;
      taken++;
      return () => {
        taken--;
        release();
      };
    },
    inFlight: () => taken,
    waiting: () => waiting,
  };
}

export interface Recorded {
  executed: { operation: string; input: unknown; caller: Caller }[];
  logged: { level: string; fields: Record<string, unknown>; message: string }[];
}

export function fakePorts(change: Partial<ServerPorts> = {}): { ports: ServerPorts; recorded: Recorded } {
  const recorded: Recorded = { executed: [], logged: [] };
  const log = (level: string) => (fields: object, message: string) => {
    recorded.logged.push({ level, fields: fields as Record<string, unknown>, message });
  };
  const ports: ServerPorts = {
    async execute(operation, input, asker) {
      recorded.executed.push({ operation, input, caller: asker });
      return operations[operation].file === undefined ? { ok: true } : noRows;
    },
    ready: () => true,
    accounts: { authenticate: async (token) => (token === goodToken ? caller : null) },
    limits: openLimits(),
    metrics: createServerMetrics(),
    logger: { info: log("info"), warn: log("warn"), error: log("error") },
    service: "priorart",
    pathSegment: "research_assistant",
    trustedProxies: [],
    concurrencyLimit: 2,
    version: "0.0.0",
    metricsToken: null,
    publicOrigin: null,
    corsOrigins: [],
    ...change,
  };
  return { ports, recorded };
}

const operations: Record<OperationId, Operation> = table;

/** The only part of an export. */
const noRows: ExportPart = { text: "", rest: [] };

export interface RunningServer extends Listening {
  recorded: Recorded;
  /** A request with the valid token, unless other fields are given. */
  send(method: string, path: string, init?: RequestInit): Promise<Response>;
  /** A POST of JSON with the valid token. */
  post(path: string, body: unknown): Promise<Response>;
}

export async function startServer(change: Partial<ServerPorts> = {}): Promise<RunningServer> {
  const { ports, recorded } = fakePorts(change);
  const listening = await listen(createApp(ports), {
    host: "127.0.0.1",
    port: 0,
    graceMilliseconds: 2_000,
    // The test has its responses: nothing is in transit.
    idleMilliseconds: 0,
  });
  const send = (method: string, path: string, init: RequestInit = {}) =>
    fetch(`${listening.address}${path}`, {
      redirect: "manual",
      ...init,
      method,
      headers: { Authorization: `Bearer ${goodToken}`, ...(init.headers as Record<string, string>) },
    });
  const post = (path: string, body: unknown) =>
    send("POST", path, { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
  return { ...listening, recorded, send, post };
}
