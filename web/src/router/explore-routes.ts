/** Home, projects and the archive. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readArchiveSearch } from "../explore/archive-search.ts";
import { readProjectSearch } from "../explore/project-search.ts";
import { readDocumentSearch } from "../pages/document/state.ts";
import { homeSearch } from "../pages/home/state.ts";
import { at } from "./root-route.ts";

export const exploreRoutes = [
  createRoute({
    ...at("/"),
    validateSearch: homeSearch,
    component: lazyRouteComponent(() => import("../pages/home/home-page.tsx"), "HomePage"),
  }),
  createRoute({
    ...at("/projects"),
    validateSearch: readProjectSearch,
    component: lazyRouteComponent(() => import("../pages/projects/projects-page.tsx"), "ProjectsPage"),
  }),
  createRoute({
    ...at("/projects/$slug"),
    component: lazyRouteComponent(() => import("../pages/project/project-page.tsx"), "ProjectPage"),
  }),
  createRoute({
    ...at("/archive"),
    validateSearch: readArchiveSearch,
    component: lazyRouteComponent(() => import("../pages/archive/archive-page.tsx"), "ArchivePage"),
  }),
  createRoute({
    ...at("/archive/$id"),
    validateSearch: readDocumentSearch,
    component: lazyRouteComponent(() => import("../pages/document/document-page.tsx"), "DocumentPage"),
  }),
] as const;
