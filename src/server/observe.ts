/** Wraps every request: request id, common response headers, one log line, one observation. */
import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { ServerEnv } from "./context.ts";
import type { ServerPorts } from "./ports.ts";

/** Health checks come every few seconds: measured, but not logged. */
const quietRoutes = new Set(["/healthz", "/readyz", "/metrics"]);

const knownMethods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Logs route template, status, latency and request id: nothing of query, body, path values or tokens. */
export function observe({ logger, metrics }: ServerPorts): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    const started = performance.now();
    const requestId = randomUUID();
    context.set("requestId", requestId);
    context.set("route", "(none)");
    context.header("X-Request-Id", requestId);
    context.header("X-Content-Type-Options", "nosniff");
    context.header("Cache-Control", "no-store");
    await next();
    const milliseconds = performance.now() - started;
    const { status } = context.res;
    const route = context.get("route");
    // Any method token may arrive; a label's cardinality must not depend on callers.
    const method = knownMethods.has(context.req.method) ? context.req.method : "OTHER";
    metrics.requestFinished({ method, route, status, seconds: milliseconds / 1000 });
    if (quietRoutes.has(route)) return;
    logger.info(
      { requestId, method, route, status, milliseconds: Math.round(milliseconds * 100) / 100 },
      "request",
    );
  };
}
