/** The HTTP application: every route is derived from the table of operations. */
import { Hono } from "hono";
import { getPath } from "hono/utils/url";
import { ApiError } from "../contract/api/errors.ts";
import { operationList } from "../contract/api/operations.ts";
import { tokenCallers } from "./authenticate.ts";
import { clientAddresses } from "./client-address.ts";
import { addConsole } from "./console/routes.ts";
import type { ServerApp, ServerEnv } from "./context.ts";
import { crossOrigin } from "./cors.ts";
import { renderError } from "./error-response.ts";
import { hsts } from "./hsts.ts";
import { addMcp, mcpPath } from "./mcp/route.ts";
import { mcpTarget } from "./oauth/resources.ts";
import { addOAuth } from "./oauth/routes.ts";
import { observe } from "./observe.ts";
import { operationHandler } from "./operation-handler.ts";
import type { ServerPorts } from "./ports.ts";
import { publicRoutes } from "./public-routes.ts";
import { addRoute } from "./route.ts";

const base = "/api/v1";

/** Repeated slashes count as one: many clients join a base URL ending in a slash with a path beginning with one. */
const requestPath = (request: Request): string => getPath(request).replace(/\/{2,}/g, "/");

/** Throws when the segment would shadow an operation or is invalid in a path. */
function checkSegment(segment: string): void {
  const taken = new Set(operationList.map((operation) => operation.path.split("/")[1]));
  if (!/^[a-z0-9_-]+$/.test(segment) || taken.has(segment)) {
    throw new Error(
      `Path segment "${segment}": use lower-case letters, digits, - and _, and none of ${[...taken].join(", ")}`,
    );
  }
}

/** Throws when the path segment is malformed. */
export function createApp(ports: ServerPorts): ServerApp {
  checkSegment(ports.pathSegment);
  const addresses = clientAddresses(ports.trustedProxies);
  const app: ServerApp = new Hono<ServerEnv>({ getPath: requestPath });
  app.use(observe(ports));
  app.use(hsts(ports.publicOrigin, addresses));
  if (ports.corsOrigins.length > 0)
    for (const path of [`${base}/*`, mcpPath, "/.well-known/*", "/oauth/*"])
      app.use(path, crossOrigin(ports.corsOrigins));
  app.onError((error, context) => renderError(error, context, ports.logger));
  app.notFound((context) =>
    renderError(new ApiError("NOT_FOUND", "No such path: see /docs"), context, ports.logger),
  );
  for (const [path, handler] of publicRoutes(ports)) {
    addRoute(app, { method: "GET", path, name: path }, handler);
  }
  const callers = tokenCallers(ports, addresses.of);
  for (const operation of operationList) {
    const handler = operationHandler(operation, ports, callers);
    const name = `${base}${operation.path}`;
    for (const path of [name, `${base}/${ports.pathSegment}${operation.path}`]) {
      addRoute(app, { method: operation.method, path, name }, handler);
    }
  }
  addMcp(app, ports, tokenCallers(ports, addresses.of, mcpTarget(ports)));
  if (ports.console) addOAuth(app, { ...ports, console: ports.console }, addresses.of);
  if (ports.console) addConsole(app, { ...ports, console: ports.console }, addresses.of);
  return app;
}
