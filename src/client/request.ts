/** Builds a request from a route and merged input, sends it, and converts failures to ServiceProblem. */
import { problemOf, ServiceProblem, unreachable } from "./service-problem.ts";

export interface CallRoute {
  method: "GET" | "POST";
  /** With `:name` for a parameter that is one whole segment. */
  path: string;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface ClientOptions<Id extends string> {
  routes: Record<Id, CallRoute>;
  /** Origin of the service; empty on its own pages. */
  origin?: string;
  fetch?: typeof globalThis.fetch;
}

interface RequestParts {
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** Fields in the path are left out of the rest; GET sends the rest as a query, POST as JSON. */
export function requestFor({ method, path }: CallRoute, input: Record<string, unknown>): RequestParts {
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

/** A browser's fetch fails when called as a method of any object but the window. */
const ownFetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args);

/** Sends requests below a base such as `https://example.org/console`. */
export function sender(base: string, fetch: typeof globalThis.fetch = ownFetch) {
  /** Throws ServiceProblem for every response except success, and when there is none. */
  return async (
    route: CallRoute,
    input: Record<string, unknown>,
    { signal }: CallOptions = {},
  ): Promise<Response> => {
    const { path, headers, body } = requestFor(route, input);
    const response = await answered(
      fetch(`${base}${path}`, {
        method: route.method,
        headers,
        body,
        credentials: "same-origin",
        redirect: "error",
        signal,
      }),
    );
    if (!response.ok) throw await problemOf(response);
    return response;
  };
}

/** Failures to read a response are failures of the service too; an abort stays one. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if ((error as Error).name === "AbortError" || error instanceof ServiceProblem) throw error;
    throw unreachable(error);
  }
}
