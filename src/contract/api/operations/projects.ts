/** The table of operations: projects. */
import { exportProjectsRequestSchema, exportResponseSchema } from "../exports.ts";
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
  exportProjects: {
    id: "exportProjects",
    topic: "Projects",
    method: "POST",
    path: "/search/projects/export",
    scope: "read",
    limitGroup: "analysis",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: exportProjectsRequestSchema },
    response: exportResponseSchema,
    file: "projects",
    successStatus: 200,
    summary: "Download projects",
    description:
      "All results of a search, at most 10,000, as a file: as CSV, one column per field, beginning with `slug`, or as JSON Lines, each line a result of the search. A cell of text that a spreadsheet would take for a formula begins with an apostrophe. Facets, diagnostics and explanations are not part of it.",
    errors: ["CATEGORIES_UNAVAILABLE"],
    example: { query: "payments for market vendors", filters: { winnersOnly: true }, format: "csv" },
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
