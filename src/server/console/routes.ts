/** All routes below `/console`: derived from the table of console operations, then the pages. */
import { oidcRedirectPath } from "../../accounts/sign-in/types.ts";
import { type ConsoleOperationId, consoleOperationList } from "../../contract/api/console/operations.ts";
import type { ServerApp, ServerContext } from "../context.ts";
import type { ServerPorts } from "../ports.ts";
import { addRoute, addRoutes, type Handler, type Route } from "../route.ts";
import { consoleHandlers } from "./handlers/all.ts";
import { oidcCallback } from "./oidc-callback.ts";
import { consoleOperation } from "./operation.ts";
import { requireOwnHost } from "./own-host.ts";
import { consolePages } from "./pages.ts";
import type { ConsoleHandler, ConsolePorts } from "./ports.ts";
import { securityHeaders } from "./security-headers.ts";

export function addConsole(
  app: ServerApp,
  ports: ServerPorts & { console: ConsolePorts },
  addressOf: (context: ServerContext) => string,
): void {
  const { console, service, publicOrigin } = ports;
  for (const path of ["/console", "/console/*"]) {
    app.use(path, securityHeaders);
    if (publicOrigin === null) app.use(path, requireOwnHost(console.listenHost));
  }
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
  addRoute(app, { method: "GET", path: oidcRedirectPath, name: oidcRedirectPath }, oidcCallback(console));
  addRoute(app, { method: "GET", path: "/console", name: "/console" }, (context) =>
    context.redirect("/console/", 302),
  );
  addRoute(app, { method: "GET", path: "/console/*", name: "/console/*" }, consolePages(console.pages));
}
