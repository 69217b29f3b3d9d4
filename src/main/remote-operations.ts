/** Operations of another server, over its API. */
import { ApiError, type ErrorCode, errorTable } from "../contract/api/errors.ts";
import { type Operation, type OperationId, operations } from "../contract/api/operations.ts";

export interface RemoteServer {
  /** The root address of the server, such as `https://research.example.org`. */
  server: string;
  token: string;
}

/** Longer than any operation takes, waiting for a place included. */
const timeoutMs = 60_000;

type Fields = Record<string, unknown>;

/** Method, address and body of a request from the fields of params, query and body. */
function requestTo(server: string, operation: Operation, fields: Fields): { url: string; body?: string } {
  const left = { ...fields };
  const path = operation.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = String(left[name] ?? "");
    delete left[name];
    return encodeURIComponent(value);
  });
  const url = new URL(`${new URL(server).href.replace(/\/$/, "")}/api/v1${path}`);
  if (operation.method === "POST") return { url: url.href, body: JSON.stringify(left) };
  for (const [name, value] of Object.entries(left))
    if (value !== undefined) url.searchParams.set(name, String(value));
  return { url: url.href };
}

/** Throws ApiError as the server answers it; SERVICE_UNAVAILABLE when it cannot be reached. */
export async function executeRemotely(
  { server, token }: RemoteServer,
  id: OperationId,
  { request, signal }: { request: Fields; signal: AbortSignal },
): Promise<object> {
  const operation: Operation = operations[id];
  const { url, body } = requestTo(server, operation, request);
  const response = await fetch(url, {
    method: operation.method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    body,
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch((cause: unknown) => {
    throw new ApiError("SERVICE_UNAVAILABLE", `${server} cannot be reached; check --server, then retry`, {
      cause,
    });
  });
  const answer = (await response.json().catch(() => null)) as Fields | null;
  if (response.ok && answer !== null) return answer;
  throw errorOf(response, answer, server);
}

function errorOf({ status, headers }: Response, answer: Fields | null, server: string): ApiError {
  const retryAfter = headers.get("retry-after");
  const options = retryAfter === null ? {} : { headers: { "Retry-After": retryAfter } };
  const { code, error } = answer ?? {};
  if (typeof code === "string" && Object.hasOwn(errorTable, code))
    return new ApiError(code as ErrorCode, String(error), options);
  return new ApiError(
    "SERVICE_UNAVAILABLE",
    `${server} answered ${status} without an answer of Prior Art's API; --server is the root address of the server`,
  );
}
