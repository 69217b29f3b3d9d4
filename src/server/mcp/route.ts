/** `/mcp`: the Model Context Protocol over streamable HTTP, without sessions. */
import type { StatusCode } from "hono/utils/http-status";
import { ApiError } from "../../contract/api/errors.ts";
import { operations } from "../../contract/api/operations.ts";
import type { CallerSource } from "../caller-source.ts";
import { isOurs } from "../console/csrf.ts";
import type { ServerApp, ServerContext } from "../context.ts";
import { allowsOrigin } from "../cors.ts";
import { causeFields } from "../error-response.ts";
import type { ServerPorts } from "../ports.ts";
import { disconnection } from "../rate-limits.ts";
import { readJson } from "../request-body.ts";
import { hasOwnHost } from "../request-host.ts";
import { callerPort, createTurns } from "./caller-port.ts";

export const mcpPath = "/mcp";

/** Messages in one body; older revisions of the protocol allow several. */
const maxBatch = 16;
/**
 * Values in one body, at any depth: twice as many as the largest valid call has. The SDK describes every wrong one,
 * which takes seconds for hundreds of thousands.
 */
const maxValues = 10_000;

/** DNS rebinding: a foreign page in the member's browser must not reach the service under a host of its own. */
function requireOwnSite(context: ServerContext, { publicOrigin, corsOrigins, console }: ServerPorts): void {
  const origin = context.req.header("origin");
  if (origin !== undefined && !isOurs(origin, context, publicOrigin) && !allowsOrigin(corsOrigins, origin))
    throw new ApiError(
      "FORBIDDEN",
      `${mcpPath} does not accept requests of pages of another origin; PRIORART_CORS_ORIGINS lists those it does`,
    );
  if (publicOrigin === null && !hasOwnHost(context, console?.listenHost ?? ""))
    throw new ApiError(
      "FORBIDDEN",
      `${mcpPath} does not accept this Host; set PRIORART_PUBLIC_URL to the URL of the service, or use 127.0.0.1`,
    );
}

const codes: Partial<Record<ApiError["code"], number>> = { INVALID_JSON: -32_700 };

/** Errors in the body are answered as the protocol says. */
function protocolError(context: ServerContext, error: ApiError): Response {
  for (const [name, value] of Object.entries(error.headers ?? {})) context.header(name, value);
  const body = {
    jsonrpc: "2.0",
    id: null,
    error: { code: codes[error.code] ?? -32_600, message: error.message },
  };
  return context.json(body, error.status);
}

async function readMessages(context: ServerContext): Promise<unknown> {
  const body = await readJson(context);
  if (Array.isArray(body) && body.length > maxBatch)
    throw new ApiError("INVALID_QUERY", `At most ${maxBatch} messages in one body; send them one by one`);
  if (hasTooManyValues(body))
    throw new ApiError(
      "INVALID_QUERY",
      `At most ${maxValues} values in one body; leave out what is not needed`,
    );
  return body;
}

function hasTooManyValues(body: unknown): boolean {
  const waiting = [body];
  let count = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== "object" || value === null) continue;
    const members: unknown[] = Object.values(value);
    count += members.length;
    if (count > maxValues) return true;
    waiting.push(...members);
  }
  return false;
}

export function addMcp(app: ServerApp, ports: ServerPorts, callers: CallerSource): void {
  const { logger, version } = ports;
  const turns = createTurns(ports);
  const onProblem = (error: unknown) =>
    logger.error({ route: mcpPath, ...causeFields(error) }, "a tool call failed");
  let loading: Promise<ReturnType<typeof import("./serve-request.ts").createRequestServer>> | undefined;
  const load = () => {
    loading ??= import("./serve-request.ts").then(({ createRequestServer }) =>
      createRequestServer({ version, onProblem }),
    );
    return loading;
  };
  app.all(mcpPath, async (context) => {
    context.set("route", mcpPath);
    requireOwnSite(context, ports);
    // Every tool needs the scope of reading.
    const caller = await callers.authorize(context, operations.searchProjects);
    let body: unknown;
    try {
      if (context.req.method === "POST") body = await readMessages(context);
    } catch (error) {
      if (error instanceof ApiError) return protocolError(context, error);
      throw error;
    }
    const port = callerPort({ ports, turns, caller, disconnected: disconnection(context) });
    const serve = await load();
    const response = await serve({ request: context.req.raw, body, port });
    for (const [name, value] of response.headers) context.header(name, value);
    return context.newResponse(response.body, response.status as StatusCode);
  });
}
