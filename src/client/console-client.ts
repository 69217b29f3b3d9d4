/**
 * Typed calls of the console's operations, for its pages. Types come from the table in contract/api/console; routes are
 * passed as plain values, so that a page need not load the schemas.
 */
import type {
  ConsoleOperation,
  ConsoleOperationId,
  ConsoleOutput,
  consoleOperations,
} from "../contract/api/console/operations.ts";
import type { GivenRequest } from "../contract/api/operations/operation.ts";
import { problemOf, ServiceProblem, unreachable } from "./service-problem.ts";

export type ConsoleRoute = Pick<ConsoleOperation, "method" | "path">;
export type ConsoleRoutes = Record<ConsoleOperationId, ConsoleRoute>;

/** Params, query and body of a call, merged into one object. */
export type ConsoleCall<Id extends ConsoleOperationId> = GivenRequest<
  (typeof consoleOperations)[Id]["request"]
>;

export interface CallOptions {
  signal?: AbortSignal;
}

export interface ConsoleClient {
  /** Throws ServiceProblem for every response except success, and when there is none. */
  call<Id extends ConsoleOperationId>(
    id: Id,
    input: ConsoleCall<Id>,
    options?: CallOptions,
  ): Promise<ConsoleOutput<Id>>;
}

export interface ClientOptions {
  routes: ConsoleRoutes;
  /** Origin of the service; empty on its own pages. */
  origin?: string;
  fetch?: typeof globalThis.fetch;
}

export function createConsoleClient({ routes, origin = "", fetch = ownFetch }: ClientOptions): ConsoleClient {
  return {
    call: async (id, input, options = {}) => {
      const { method, path } = routes[id];
      const request = requestFor({ method, path }, input as Record<string, unknown>);
      const response = await answered(
        fetch(`${origin}/console${request.path}`, {
          method,
          headers: request.headers,
          body: request.body,
          credentials: "same-origin",
          redirect: "error",
          signal: options.signal,
        }),
      );
      if (!response.ok) throw await problemOf(response);
      return (await answered(response.json())) as ConsoleOutput<typeof id>;
    },
  };
}

/** A browser's fetch fails when called as a method of any object but the window. */
const ownFetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if ((error as Error).name === "AbortError" || error instanceof ServiceProblem) throw error;
    throw unreachable(error);
  }
}

interface RequestParts {
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Fields in the path are left out of the rest; GET sends the rest as a query, POST as JSON. */
export function requestFor({ method, path }: ConsoleRoute, input: Record<string, unknown>): RequestParts {
  const rest = { ...input };
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]));
    delete rest[name];
    return value;
  });
  const headers: Record<string, string> = { Accept: "application/json" };
  if (method === "POST") {
    // A foreign page cannot send the second: see server/console/csrf.
    headers["Content-Type"] = "application/json";
    headers["X-Console-Request"] = "1";
    return { path: filled, headers, body: JSON.stringify(rest) };
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== "") query.set(name, String(value));
  return { path: query.size === 0 ? filled : `${filled}?${query}`, headers, body: undefined };
}
