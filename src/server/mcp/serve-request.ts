/** Loaded by the first request: the SDK takes longer to load than the rest of the server. */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { createMcp, type McpOptions } from "../../mcp/mcp.ts";
import type { McpPort } from "../../mcp/port.ts";

export interface ProtocolRequest {
  request: Request;
  /** The parsed body; undefined without one. */
  body: unknown;
  port: McpPort;
}

/** Stateless: every request has a protocol server of its own. */
export function createRequestServer(options: McpOptions): (request: ProtocolRequest) => Promise<Response> {
  const mcp = createMcp(options);
  const handler = createMcpHandler((context) => mcp(context.authInfo!.extra!.port as McpPort), {
    // Nothing changes while a client is connected, so that there is nothing to subscribe to.
    maxSubscriptions: 0,
  });
  return ({ request, body, port }) =>
    handler.fetch(withoutSignal(request), {
      parsedBody: body,
      authInfo: { token: "", clientId: "", scopes: [], extra: { port } },
    });
}

/**
 * Without the connection's signal: the SDK never takes its listener off, and Node keeps a request whose signal leads
 * back to it, so that each would stay in memory. The port aborts calls of clients that leave.
 */
function withoutSignal({ url, method, headers }: Request): Request {
  return new Request(url, { method, headers });
}
