/** The HTTP face: every route is derived from the table of operations. */
import { Hono } from "hono";
import { ApiError } from "../contract/errors.ts";
import { operationList } from "../contract/operations.ts";
import { clientAddressOf } from "./client-address.ts";
import type { ServerApp, ServerContext, ServerEnv } from "./context.ts";
import { docsPaths } from "./docs.ts";
import { renderError } from "./error-response.ts";
import { observe } from "./observe.ts";
import { openPaths } from "./open-paths.ts";
import { operationHandler } from "./operation-route.ts";
import type { ServerPorts } from "./ports.ts";

const base = "/api/v1";

/** Throws when the segment would shadow an operation or could not stand in a path. */
function checkSegment(segment: string): void {
  const taken = new Set(operationList.map((operation) => operation.path.split("/")[1]));
  if (!/^[a-z0-9_-]+$/.test(segment) || taken.has(segment)) {
    throw new Error(
      `Path segment "${segment}": use lower-case letters, digits, - and _, and none of ${[...taken].join(", ")}`,
    );
  }
}

type Handler = (context: ServerContext) => Response | Promise<Response>;

/** The handler for one method, and a 404 that names it for every other one. HEAD is answered as GET. */
function addRoute(
  app: ServerApp,
  route: { method: "GET" | "POST"; path: string; name: string },
  handler: Handler,
) {
  app.on(route.method, route.path, (context) => {
    context.set("route", route.name);
    return handler(context);
  });
  app.all(route.path, (context) => {
    context.set("route", route.name);
    const allowed = route.method === "GET" ? "GET, HEAD" : route.method;
    throw new ApiError("NOT_FOUND", `This path answers only ${allowed}`, { headers: { Allow: allowed } });
  });
}

/** Throws when the path segment or a trusted proxy is malformed. */
export function createApp(ports: ServerPorts): ServerApp {
  checkSegment(ports.pathSegment);
  const addressOf = clientAddressOf(ports.trustedProxies);
  const app: ServerApp = new Hono<ServerEnv>();
  app.use(observe(ports));
  app.onError((error, context) => renderError(error, context, ports.logger));
  app.notFound((context) =>
    renderError(new ApiError("NOT_FOUND", "No such path: see /docs"), context, ports.logger),
  );
  for (const [path, handler] of [...openPaths(ports), ...docsPaths()]) {
    addRoute(app, { method: "GET", path, name: path }, handler);
  }
  for (const operation of operationList) {
    const handler = operationHandler(operation, ports, addressOf);
    const name = `${base}${operation.path}`;
    for (const path of [name, `${base}/${ports.pathSegment}${operation.path}`]) {
      addRoute(app, { method: operation.method, path, name }, handler);
    }
  }
  return app;
}
