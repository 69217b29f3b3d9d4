/** Home, projects and the archive. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { at } from "./root-route.ts";

export const exploreRoutes = [
  createRoute({
    ...at("/"),
    component: lazyRouteComponent(() => import("../pages/home/home-page.tsx"), "HomePage"),
  }),
] as const;
