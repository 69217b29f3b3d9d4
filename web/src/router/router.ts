/** The routes of all pages. Pages are loaded when they are first opened. */
import { createRouter } from "@tanstack/react-router";
import { PageFailure } from "../shell/page-failure.tsx";
import { PageSkeleton } from "../shell/page-skeleton.tsx";
import { analysisRoutes } from "./analysis-routes.ts";
import { consoleRoutes } from "./console-routes.ts";
import { exploreRoutes } from "./explore-routes.ts";
import { ownRoutes } from "./own-routes.ts";
import { root } from "./root-route.ts";
import { parseSearch, stringifySearch } from "./search-params.ts";

export const router = createRouter({
  routeTree: root.addChildren([...exploreRoutes, ...analysisRoutes, ...ownRoutes, ...consoleRoutes]),
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: "intent",
  defaultPendingMs: 150,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: PageFailure,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
