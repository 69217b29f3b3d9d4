/** What members keep for themselves, and what they suggest. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { at, texts } from "./root-route.ts";

export const ownRoutes = [
  createRoute({
    ...at("/shortlists"),
    component: lazyRouteComponent(() => import("../pages/shortlists/shortlists-page.tsx"), "ShortlistsPage"),
  }),
  createRoute({
    ...at("/shortlists/$id"),
    component: lazyRouteComponent(() => import("../pages/shortlist/shortlist-page.tsx"), "ShortlistPage"),
  }),
  createRoute({
    ...at("/saved"),
    component: lazyRouteComponent(() => import("../pages/saved/saved-page.tsx"), "SavedPage"),
  }),
  createRoute({
    ...at("/suggest"),
    validateSearch: texts("about"),
    component: lazyRouteComponent(() => import("../pages/suggest/suggest-page.tsx"), "SuggestPage"),
  }),
] as const;
