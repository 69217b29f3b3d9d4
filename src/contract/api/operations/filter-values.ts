/** The table of operations: filter values. */
import { categoriesResponseSchema } from "../categories.ts";
import { filtersResponseSchema } from "../filters.ts";
import type { Operation } from "./operation.ts";

export const filterValuesOperations = {
  getFilters: {
    id: "getFilters",
    topic: "Filter values",
    method: "GET",
    path: "/filters",
    scope: "read",
    limitGroup: null,
    answeredFrom: "snapshot",
    repeats: true,
    concurrencyLimited: true,
    request: {},
    response: filtersResponseSchema,
    successStatus: 200,
    summary: "List the filter values",
    description: "Every value the filters accept, with counts, and the hackathons in chronological order.",
    errors: [],
  },
  getCategories: {
    id: "getCategories",
    topic: "Filter values",
    method: "GET",
    path: "/categories",
    scope: "read",
    limitGroup: null,
    answeredFrom: "snapshot",
    repeats: true,
    concurrencyLimited: true,
    request: {},
    response: categoriesResponseSchema,
    successStatus: 200,
    summary: "List the categories",
    description: "The active taxonomy: areas, categories and the two special keys, with definitions.",
    errors: ["CATEGORIES_UNAVAILABLE"],
  },
} as const satisfies Record<string, Operation>;
