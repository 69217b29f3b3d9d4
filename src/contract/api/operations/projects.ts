/** The table of operations: projects. */
import { projectDetailsSchema, projectParamsSchema } from "../project.ts";
import { searchProjectsRequestSchema, searchProjectsResponseSchema } from "../search-projects.ts";
import { similarProjectsResponseSchema, similarQuerySchema } from "../similar.ts";
import type { Operation } from "./operation.ts";

export const projectsOperations = {
  searchProjects: {
    id: "searchProjects",
    topic: "Projects",
    method: "POST",
    path: "/search/projects",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: searchProjectsRequestSchema },
    response: searchProjectsResponseSchema,
    successStatus: 200,
    summary: "Search projects",
    description: "Projects by similarity to a query, with filters, facets and diagnostics.",
    errors: ["CATEGORIES_UNAVAILABLE"],
    example: { query: "payments for market vendors", limit: 5, filters: { winnersOnly: true } },
  },
  getProject: {
    id: "getProject",
    topic: "Projects",
    method: "GET",
    path: "/projects/by-slug/:slug",
    scope: "read",
    limitGroup: null,
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { params: projectParamsSchema },
    response: projectDetailsSchema,
    successStatus: 200,
    summary: "Read one project",
    description: "One project in full, by its slug.",
    errors: ["NOT_FOUND", "EVIDENCE_UNAVAILABLE"],
  },
  similarProjects: {
    id: "similarProjects",
    topic: "Projects",
    method: "GET",
    path: "/projects/by-slug/:slug/similar",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { params: projectParamsSchema, query: similarQuerySchema },
    response: similarProjectsResponseSchema,
    successStatus: 200,
    summary: "List similar projects",
    description:
      "The projects nearest to a project in meaning. `similarity` is their calibrated closeness to it.",
    errors: ["NOT_FOUND"],
  },
} as const satisfies Record<string, Operation>;
