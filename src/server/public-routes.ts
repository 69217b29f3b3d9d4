/** Routes without a member's token: health, metrics, the OpenAPI document. */
import { createHash, timingSafeEqual } from "node:crypto";
import { ApiError } from "../contract/api/errors.ts";
import { buildOpenApi } from "../contract/api/openapi.ts";
import type { ServerContext } from "./context.ts";
import { errorBody } from "./error-response.ts";
import type { ServerPorts } from "./ports.ts";
import { isLocalRequest } from "./request-host.ts";
import { sendText } from "./send-text.ts";

export type PublicRoute = [path: string, handler: (context: ServerContext) => Response | Promise<Response>];

const digest = (value: string) => createHash("sha256").update(value).digest();

function mayReadMetrics(context: ServerContext, token: string | null): boolean {
  const sent = /^bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1];
  if (token && sent && timingSafeEqual(digest(sent), digest(token))) return true;
  return isLocalRequest(context);
}

/** Of a server without pages. */
const toDocument: PublicRoute = ["/", (context) => context.redirect("/api/v1/openapi.json", 302)];

export function publicRoutes(ports: ServerPorts): PublicRoute[] {
  // Built for the first request: it takes longer than the rest of the server's start.
  let document: string | undefined;
  return [
    ["/healthz", (context) => context.json({ status: "ok" })],
    [
      "/readyz",
      (context) => {
        if (ports.ready())
          return context.json({
            status: "ready",
            ...(ports.snapshotProblem?.() && { snapshot: "outdated" }),
          });
        // Returned, not thrown: waiting for the first snapshot is not an error to log.
        const waiting = new ApiError(
          "SERVICE_UNAVAILABLE",
          "No snapshot is being served yet; publish one, or wait",
        );
        return context.json(errorBody(waiting, context.get("requestId")), waiting.status);
      },
    ],
    [
      "/metrics",
      async (context) => {
        // A forbidden resource gets the same response as a missing one.
        if (!mayReadMetrics(context, ports.metricsToken))
          throw new ApiError("NOT_FOUND", "No such path: see /docs");
        return context.body(await ports.metrics.expose(), 200, { "Content-Type": ports.metrics.contentType });
      },
    ],
    [
      "/api/v1/openapi.json",
      (context) => {
        document ??= JSON.stringify(buildOpenApi({ service: ports.service }));
        context.header("Cache-Control", "no-cache");
        return sendText(context, {
          text: document,
          type: "application/json",
          compressible: true,
          repeats: true,
        });
      },
    ],
    ...(ports.console?.pages ? [] : [toDocument]),
  ];
}
