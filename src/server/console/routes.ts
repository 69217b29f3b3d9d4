/** All routes below `/console`, derived from the tables of operations, and the addresses of pages. */
import { oidcRedirectPath } from "../../accounts/sign-in/types.ts";
import { type ConsoleOperationId, consoleOperationList } from "../../contract/api/console/operations.ts";
import { pagePaths } from "../../contract/api/console/page-paths.ts";
import { operationList } from "../../contract/api/operations.ts";
import type { ServerApp, ServerContext } from "../context.ts";
import { operationHandler } from "../operation-handler.ts";
import type { ServerPorts } from "../ports.ts";
import { addRoute, addRoutes, type Handler, type Route } from "../route.ts";
import { consoleHandlers } from "./handlers/all.ts";
import { checkHost } from "./host-check.ts";
import { oidcCallback } from "./oidc-callback.ts";
import { consoleOperation } from "./operation.ts";
import { consoleFiles, pageAt, withoutSlash } from "./pages.ts";
import type { ConsoleHandler, ConsolePages, ConsolePorts } from "./ports.ts";
import { securityHeaders } from "./security-headers.ts";
import { sessionCallers } from "./session-callers.ts";
import { addUnknownPage } from "./unknown-page.ts";

export function addConsole(
  app: ServerApp,
  ports: ServerPorts & { console: ConsolePorts },
  addressOf: (context: ServerContext) => string,
): void {
  const { console, publicOrigin } = ports;
  const guards = [
    securityHeaders,
    ...(publicOrigin === null ? [checkHost(console.listenHost)] : []),
  ] as const;
  for (const path of ["/console", "/console/*", ...(console.pages ? pagePaths : [])])
    for (const guard of guards) app.use(path, guard);
  addConsoleOperations(app, ports, addressOf);
  addSessionOperations(app, ports);
  addRoute(app, { method: "GET", path: oidcRedirectPath, name: oidcRedirectPath }, oidcCallback(console));
  addRoute(app, { method: "GET", path: "/console", name: "/console" }, (context) =>
    context.redirect("/console/", 302),
  );
  addRoute(app, { method: "GET", path: "/console/*", name: "/console/*" }, consoleFiles(console.pages));
  if (console.pages) {
    addPages(app, console.pages);
    addUnknownPage(app, console.pages, guards);
  }
}

function addConsoleOperations(
  app: ServerApp,
  { console, service, publicOrigin }: ServerPorts & { console: ConsolePorts },
  addressOf: (context: ServerContext) => string,
): void {
  const handlers = consoleHandlers({ ...console, service });
  const byPath = new Map<string, (Route & { handler: Handler })[]>();
  for (const operation of consoleOperationList) {
    const path = `/console${operation.path}`;
    const handler = handlers[operation.id] as ConsoleHandler<ConsoleOperationId>;
    const route = { method: operation.method, path, name: path };
    const answer = consoleOperation(operation, { handler, console, publicOrigin, addressOf });
    byPath.set(path, [...(byPath.get(path) ?? []), { ...route, handler: answer }]);
  }
  for (const [path, routes] of byPath) addRoutes(app, path, routes);
}

/** Every operation of the API, for pages: with the session instead of a token. */
function addSessionOperations(app: ServerApp, ports: ServerPorts & { console: ConsolePorts }): void {
  const callers = sessionCallers(ports);
  for (const operation of operationList) {
    const path = `/console/api/v1${operation.path}`;
    const handler = operationHandler(operation, ports, callers);
    addRoute(app, { method: operation.method, path, name: path }, handler);
  }
}

function addPages(app: ServerApp, pages: ConsolePages): void {
  const page = pageAt(pages);
  for (const path of pagePaths) {
    addRoute(app, { method: "GET", path, name: path }, page);
    if (path !== "/") addRoute(app, { method: "GET", path: `${path}/`, name: path }, withoutSlash);
  }
}
