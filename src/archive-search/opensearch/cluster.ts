/** Requests to an OpenSearch cluster: several nodes, time limits, retries on other nodes, and a circuit breaker. */
import type { errors } from "@opensearch-project/opensearch";
import { ArchiveBackendError } from "../archive-backend-error.ts";
import { circuitBreaker } from "./circuit-breaker.ts";

/** How a cluster is reached. */
export interface ClusterOptions {
  /** Root addresses of its nodes; credentials in them are sent to that node only. */
  nodes: readonly string[];
  /** Authority that signed the nodes' certificates, in PEM; those of the system without. */
  ca: string | null;
  /** Begins the name of every index. */
  prefix: string;
  /** Milliseconds that a search may take, retries included. */
  timeoutMs: number;
}

export interface ClusterRequest {
  method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
  path: string;
  query?: Record<string, string | number | boolean>;
  /** JSON; or as lines of it, as objects or as they are sent. */
  body?: object;
  lines?: readonly object[];
  text?: string;
  /** Milliseconds, retries included; the cluster's own limit without. */
  timeoutMs?: number;
  /** Status codes that are answers. */
  accept?: readonly number[];
}

export interface ClusterAnswer<Body> {
  status: number;
  body: Body;
}

export interface Cluster {
  readonly prefix: string;
  /** Milliseconds that a request may take. */
  readonly timeoutMs: number;
  /** Rejects with an ArchiveBackendError. */
  request<Body>(request: ClusterRequest): Promise<ClusterAnswer<Body>>;
  close(): Promise<void>;
}

/** A request is sent to at most this many nodes. */
const attempts = 4;
/** The first of them has this share of the time, so that another node can still answer. */
const firstShare = 0.45;
/** Pause before a node is asked again, in milliseconds. */
const pauseMs = 50;

export function openCluster({ nodes, ca, prefix, timeoutMs }: ClusterOptions): Cluster {
  // Loaded by the processes that use it: it has hundreds of modules.
  const opened = import("@opensearch-project/opensearch").then(
    ({ Client }) =>
      new Client({
        nodes: [...nodes],
        ...(ca !== null && { ssl: { ca } }),
        requestTimeout: timeoutMs,
        resurrectStrategy: "optimistic",
      }),
  );
  // A process that cannot load it fails at its first request.
  opened.catch(() => {});
  const breaker = circuitBreaker();
  const send = async (request: ClusterRequest, limit: number) => {
    const { method, path, query, body, lines, accept } = request;
    const text = lines ? `${lines.map((line) => JSON.stringify(line)).join("\n")}\n` : request.text;
    const client = await opened;
    const { statusCode, body: answer } = await client.transport.request(
      {
        method,
        path,
        ...(query && { querystring: query }),
        ...(body !== undefined && { body }),
        ...(text !== undefined && { bulkBody: text }),
      },
      { requestTimeout: limit, maxRetries: 0, ignore: [...(accept ?? [])] },
    );
    return { status: statusCode ?? 0, body: answer as never };
  };
  return {
    prefix,
    timeoutMs,
    async request(request) {
      if (!breaker.allows())
        throw new ArchiveBackendError("OpenSearch did not answer; it is tried again soon", true);
      const deadline = performance.now() + (request.timeoutMs ?? timeoutMs);
      for (let attempt = 1; ; attempt++) {
        const left = deadline - performance.now();
        try {
          const answer = await send(request, Math.max(1, attempt === 1 ? left * firstShare : left));
          breaker.succeeded();
          return answer;
        } catch (caught) {
          const error = caught as Failure;
          if (!isTransient(error)) throw described(error, request);
          if (attempt === attempts || deadline - performance.now() < pauseMs * 2) {
            breaker.failed();
            throw described(error, request);
          }
          await new Promise((resolve) => setTimeout(resolve, pauseMs));
        }
      }
    },
    close: async () => (await opened).close(),
  };
}

/** The same cluster for requests that may take its time limit together. */
export function withDeadline(cluster: Cluster): Cluster {
  const deadline = performance.now() + cluster.timeoutMs;
  return {
    ...cluster,
    request: (request) =>
      cluster.request({ ...request, timeoutMs: Math.max(1, deadline - performance.now()) }),
  };
}

type Failure = Error & Partial<Pick<errors.ResponseError, "statusCode" | "body">>;

const unreachable = new Set(["ConnectionError", "TimeoutError", "NoLivingConnectionsError"]);

/** Another node, or the same one a little later, may answer. */
function isTransient({ name, statusCode }: Failure): boolean {
  return unreachable.has(name) || (name === "ResponseError" && [429, 502, 503, 504].includes(statusCode!));
}

/** Without the request's body, which contains the query, and without addresses, which may contain a password. */
function described(error: Failure, { method, path }: ClusterRequest): ArchiveBackendError {
  const request = `${method} ${path}`;
  if (error.name !== "ResponseError")
    return new ArchiveBackendError(
      `OpenSearch did not answer ${request} (${error.name}: ${error.message.slice(0, 200)}); check PRIORART_SEARCH_URL ` +
        "and that the cluster is up",
      isTransient(error),
    );
  const { error: reason } = error.body as { error?: { type?: string; reason?: string } | string };
  const { type = "", reason: text = "" } = typeof reason === "object" ? reason : {};
  const advice = adviceFor(error.statusCode!, type, text);
  return new ArchiveBackendError(
    `OpenSearch answered ${request} with status ${error.statusCode} ${type}${advice && `: ${advice}`}`,
    isTransient(error),
  );
}

function adviceFor(status: number, type: string, reason: string): string {
  if (/flood[- ]stage|disk usage exceeded/i.test(reason))
    return "a node's disk is full; free space, or add a node, then publish again";
  if (type === "cluster_block_exception")
    return "the index or the cluster is read-only; remove the block (index.blocks.*), then publish again";
  if (status === 401 || status === 403)
    return "the user in PRIORART_SEARCH_URL is not accepted or lacks a permission; see docs/opensearch.md";
  if (type === "index_not_found_exception") return "the index is missing; publish again, which builds it";
  return "";
}
