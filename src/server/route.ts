/** Adds routes: one handler per path and method, and a 404 for other methods that lists the allowed ones. */
import { ApiError } from "../contract/api/errors.ts";
import type { ServerApp, ServerContext } from "./context.ts";

export type Handler = (context: ServerContext) => Response | Promise<Response>;

export interface Route {
  method: "GET" | "POST";
  path: string;
  /** Route template for logs and metrics. */
  name: string;
}

/** HEAD is handled as GET. Several routes of one path must be added together. */
export function addRoutes(app: ServerApp, path: string, routes: readonly (Route & { handler: Handler })[]) {
  for (const { method, name, handler } of routes) {
    app.on(method, path, (context) => {
      context.set("route", name);
      return handler(context);
    });
  }
  const allowed = routes.map(({ method }) => (method === "GET" ? "GET, HEAD" : method)).join(", ");
  app.all(path, (context) => {
    context.set("route", routes[0]!.name);
    throw new ApiError("NOT_FOUND", `This path supports only ${allowed}`, { headers: { Allow: allowed } });
  });
}

export function addRoute(app: ServerApp, route: Route, handler: Handler): void {
  addRoutes(app, route.path, [{ ...route, handler }]);
}
