/** Operations for one caller of `/mcp`: each call takes a slot, counts against the limits, and is validated. */
import { setTimeout as pause } from "node:timers/promises";
import { ConcurrencyLimiter } from "../../accounts/rate-limits/concurrency-limiter.ts";
import type { Release } from "../../accounts/rate-limits/types.ts";
import type { Caller } from "../../accounts/types.ts";
import { type Operation, operations } from "../../contract/api/operations.ts";
import { parseInput } from "../../contract/api/validation.ts";
import type { McpPort } from "../../mcp/port.ts";
import { publicError } from "../error-response.ts";
import type { ServerPorts } from "../ports.ts";
import { limitExceeded, limitsUnavailable, tooManyInFlight } from "../rate-limits.ts";

/** How long a call waits for its turn, and then for a slot that requests of the API may hold. */
const waitMs = 30_000;
/** Agents send a handful of calls at once. */
const maxWaiting = 64;
const retryMs = 50;

/** Gives every call of an account its turn, first come first served. */
export const createTurns = ({ concurrencyLimit }: Pick<ServerPorts, "concurrencyLimit">) =>
  new ConcurrencyLimiter({ limit: concurrencyLimit, waitMs, maxWaiting });

export interface CallerPortOptions {
  ports: Pick<ServerPorts, "execute" | "limits" | "concurrencyLimit">;
  turns: ConcurrencyLimiter;
  caller: Caller;
  /** Aborted when the client disconnects. */
  disconnected: AbortSignal;
}

export function callerPort({ ports, turns, caller, disconnected }: CallerPortOptions): McpPort {
  const takeSlot = async (operation: Operation, signal: AbortSignal): Promise<Release> => {
    if (!operation.concurrencyLimited) return () => {};
    const endTurn = await turns.acquire(caller.accountId, signal);
    if (endTurn === null) throw tooManyInFlight(ports.concurrencyLimit);
    const release = await acquire(ports, caller, signal).catch((error: unknown) => {
      endTurn();
      throw error;
    });
    return () => {
      release();
      endTurn();
    };
  };
  return {
    offers: () => true,
    async execute(id, request, cancelled) {
      const operation: Operation = operations[id];
      const release = await takeSlot(operation, AbortSignal.any([cancelled, disconnected]));
      try {
        await count(ports, operation, caller);
        const answer = await ports.execute(id, parseInput(operation, request), caller);
        return typeof answer === "string" ? JSON.parse(answer) : answer;
      } catch (error) {
        throw publicError(error);
      } finally {
        release();
      }
    },
  };
}

/** Requests of the API and of other servers may hold all slots: tries until one is free. */
async function acquire(
  { limits, concurrencyLimit }: CallerPortOptions["ports"],
  { accountId }: Caller,
  signal: AbortSignal,
): Promise<Release> {
  const end = performance.now() + waitMs;
  for (;;) {
    const release = await limits.acquire(accountId, signal).catch((cause: unknown) => {
      throw limitsUnavailable(cause);
    });
    if (release !== null) return release;
    if (signal.aborted || performance.now() > end) throw tooManyInFlight(concurrencyLimit);
    await pause(retryMs);
  }
}

async function count(
  { limits }: CallerPortOptions["ports"],
  { limitGroup }: Operation,
  { accountId }: Caller,
): Promise<void> {
  if (limitGroup === null) return;
  const result = await limits.consume(limitGroup, accountId).catch((cause: unknown) => {
    throw limitsUnavailable(cause);
  });
  if (result !== null && !result.allowed) throw limitExceeded(limitGroup, result);
}
