/** The idea check, the map, clusters, cohorts and technologies. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { checkSearch } from "../pages/check/state.ts";
import { clustersSearch } from "../pages/clusters/state.ts";
import { landscapeSearch } from "../pages/landscape/state.ts";
import { technologiesSearch } from "../pages/technologies/state.ts";
import { at } from "./root-route.ts";
import type { RawSearch } from "./search-params.ts";

/** Read by the page: most fields of a cohort are filters, whose names and values the page knows. */
const asGiven = (search: RawSearch): RawSearch => search;

export const analysisRoutes = [
  createRoute({
    ...at("/check"),
    validateSearch: checkSearch,
    component: lazyRouteComponent(() => import("../pages/check/check-page.tsx"), "CheckPage"),
  }),
  createRoute({
    ...at("/landscape"),
    validateSearch: landscapeSearch,
    component: lazyRouteComponent(() => import("../pages/landscape/landscape-page.tsx"), "LandscapePage"),
  }),
  createRoute({
    ...at("/clusters"),
    validateSearch: clustersSearch,
    component: lazyRouteComponent(() => import("../pages/clusters/clusters-page.tsx"), "ClustersPage"),
  }),
  createRoute({
    ...at("/clusters/$key"),
    component: lazyRouteComponent(() => import("../pages/clusters/cluster-page.tsx"), "ClusterPage"),
  }),
  createRoute({
    ...at("/analyze"),
    validateSearch: asGiven,
    component: lazyRouteComponent(() => import("../pages/analyze/analyze-page.tsx"), "AnalyzePage"),
  }),
  createRoute({
    ...at("/compare"),
    validateSearch: asGiven,
    component: lazyRouteComponent(() => import("../pages/compare/compare-page.tsx"), "ComparePage"),
  }),
  createRoute({
    ...at("/technologies"),
    validateSearch: technologiesSearch,
    component: lazyRouteComponent(
      () => import("../pages/technologies/technologies-page.tsx"),
      "TechnologiesPage",
    ),
  }),
] as const;
