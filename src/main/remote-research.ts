/** Research at another server, over its API. */
import { type CallOptions, type Client, createClient, type PriorArtError } from "@prior-art/client";
import { UsageError } from "../cli/exit.ts";
import type { Research, ResearchAnswer } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { ApiError, type ErrorCode, errorTable } from "../contract/api/errors.ts";
import type { OperationId } from "../contract/api/operations.ts";

export interface RemoteServer {
  /** The root address of the server, such as `https://research.example.org`. */
  server: string;
  token: string;
}

/** Null when the settings name no server. Throws UsageError when its token is missing. */
export function remoteOf({ remote }: Config): RemoteServer | null {
  if (remote === null) return null;
  const { server, token } = remote;
  if (token === null)
    throw new UsageError(
      `${server} needs a token: set PRIORART_TOKEN or PRIORART_TOKEN_FILE, or give --token`,
    );
  return { server, token };
}

export interface RemoteOptions {
  /** Seconds that the server may ask to wait; a longer wait fails the call. */
  maxRetryAfter: number;
  signal?: AbortSignal;
  /** Called when the server refuses a request because of its limits, with the seconds until the next try. */
  onWait?(seconds: number): void;
}

/** Executes operations at a server, two at a time. Throws ApiError. */
export interface Remote {
  execute(operation: OperationId, request: object, options?: CallOptions): Promise<object>;
  client: Client;
  /** The error of a call as the service's own. */
  asApiError(error: unknown): unknown;
}

export function openRemote({ server, token }: RemoteServer, options: RemoteOptions): Remote {
  const { maxRetryAfter, signal, onWait } = options;
  const client = createClient({
    baseUrl: server,
    token,
    signal,
    maxRetryAfter,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      const seconds = Number(response.headers.get("retry-after"));
      if (response.status === 429 && seconds <= maxRetryAfter) onWait?.(seconds);
      return response;
    },
  });
  const asApiError = (error: unknown) => apiErrorOf(error, server);
  return {
    client,
    asApiError,
    async execute(operation, request, callOptions) {
      try {
        return (await client.call(operation, request as never, callOptions)) as object;
      } catch (error) {
        throw asApiError(error);
      }
    },
  };
}

/** Errors other than the client's, such as an abort, are returned unchanged. */
function apiErrorOf(error: unknown, server: string): unknown {
  if (!(error instanceof Error) || error.name !== "PriorArtError") return error;
  const { code, message, status, retryAfter } = error as PriorArtError;
  const headers = retryAfter === null ? undefined : { "Retry-After": String(retryAfter) };
  if (Object.hasOwn(errorTable, code))
    return new ApiError(code as ErrorCode, message, { headers, cause: error });
  const advice =
    status === 0 ? `${server} does not respond; check --server, then try again` : `${server}: ${message}`;
  return new ApiError("SERVICE_UNAVAILABLE", advice, { headers, cause: error });
}

/** A person waits for the answer. */
const longestWait = 60;

export function openRemoteResearch(
  server: RemoteServer,
  options: Omit<RemoteOptions, "maxRetryAfter">,
): Research {
  const { client, execute, asApiError } = openRemote(server, { ...options, maxRetryAfter: longestWait });
  return {
    ask: async (id, request) => (await execute(id, request)) as ResearchAnswer<typeof id>,
    async *export(id, request) {
      try {
        const decoder = new TextDecoder();
        for await (const bytes of await client.streams[id](request as never))
          yield decoder.decode(bytes, { stream: true });
        yield decoder.decode();
      } catch (error) {
        throw asApiError(error);
      }
    },
    async close() {},
  };
}
