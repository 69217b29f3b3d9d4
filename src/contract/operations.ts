/**
 * The table of operations: routing, validation, authorisation, limits, the OpenAPI document and every
 * other face are derived from it. A new operation is one entry here and one file in research.
 */
import type { z } from "zod";
import {
  analyzeRequestSchema,
  analyzeResponseSchema,
  compareRequestSchema,
  compareResponseSchema,
} from "./analysis.ts";
import {
  archiveDocumentPageSchema,
  documentParamsSchema,
  documentQuerySchema,
  searchArchivesRequestSchema,
  searchArchivesResponseSchema,
} from "./archive.ts";
import { categoriesResponseSchema } from "./categories.ts";
import { clusterParamsSchema, clusterSchema } from "./clusters.ts";
import type { ErrorCode } from "./errors.ts";
import { faqParamsSchema, faqResponseSchema, faqsQuerySchema, faqsResponseSchema } from "./faqs.ts";
import { feedbackRequestSchema, feedbackResponseSchema } from "./feedback.ts";
import { filtersResponseSchema } from "./filters.ts";
import { meResponseSchema } from "./me.ts";
import { projectDetailsSchema, projectParamsSchema } from "./project.ts";
import { resourcesQuerySchema, resourcesResponseSchema } from "./resources.ts";
import { searchProjectsRequestSchema, searchProjectsResponseSchema } from "./search-projects.ts";
import { statusResponseSchema } from "./status.ts";
import { sourceSuggestionRequestSchema, sourceSuggestionResponseSchema } from "./suggestions.ts";
import {
  coUsageRequestSchema,
  coUsageResponseSchema,
  technologyCountsResponseSchema,
  technologyRequestSchema,
  technologyTrendsResponseSchema,
  topTechnologiesRequestSchema,
  topTechnologiesResponseSchema,
} from "./technologies.ts";

/** Operations of one group share one counter per account; null: not rate-limited. */
export type LimitGroup = "search" | "analysis" | "me" | "suggestions" | "feedback";
/** `any`: every valid token; otherwise the token needs the scope `<service>:<scope>`. */
export type OperationScope = "any" | "read" | "me";

/** Where an operation stands in the documentation. */
export type OperationTopic =
  | "Account"
  | "Projects"
  | "Analysis"
  | "Archive"
  | "Filter values"
  | "Feedback"
  | "Hackathons";

export interface Operation {
  id: string;
  topic: OperationTopic;
  method: "GET" | "POST";
  /** Below `/api/v1`, with `:name` for parameters that fill one whole segment. */
  path: `/${string}`;
  scope: OperationScope;
  limitGroup: LimitGroup | null;
  /** Answered from the published snapshot alone, or from the databases of records and accounts. */
  answeredFrom: "snapshot" | "databases";
  /** Whether it takes one of the account's in-flight places. */
  concurrencyLimited: boolean;
  request: { params?: z.ZodType; query?: z.ZodType; body?: z.ZodType };
  response: z.ZodType;
  successStatus: 200 | 201;
  summary: string;
  description: string;
  /** Errors of this operation beyond those that follow from the columns above. */
  errors: readonly ErrorCode[];
  /** A body (POST) shown in the documentation. */
  example?: Record<string, unknown>;
}

export const operations = {
  getStatus: {
    id: "getStatus",
    topic: "Account",
    method: "GET",
    path: "/status",
    scope: "any",
    limitGroup: null,
    answeredFrom: "databases",
    concurrencyLimited: false,
    request: {},
    response: statusResponseSchema,
    successStatus: 200,
    summary: "Check the token",
    description: "Whether the token is valid, when it expires and which scopes it carries.",
    errors: [],
  },
  getMe: {
    id: "getMe",
    topic: "Account",
    method: "GET",
    path: "/me",
    scope: "me",
    limitGroup: "me",
    answeredFrom: "databases",
    concurrencyLimited: true,
    request: {},
    response: meResponseSchema,
    successStatus: 200,
    summary: "Read one's own profile and projects",
    description:
      "The signed-in member's profile and projects, drafts included, the newest first. Nobody else is shown them.",
    errors: [],
  },
  getFilters: {
    id: "getFilters",
    topic: "Filter values",
    method: "GET",
    path: "/filters",
    scope: "read",
    limitGroup: null,
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: {},
    response: filtersResponseSchema,
    successStatus: 200,
    summary: "List the filter values",
    description: "Every value the filters accept, with counts, and the hackathons in order of time.",
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
    concurrencyLimited: true,
    request: {},
    response: categoriesResponseSchema,
    successStatus: 200,
    summary: "List the categories",
    description: "The taxonomy in force: areas, categories and the two special keys, with definitions.",
    errors: ["CATEGORIES_UNAVAILABLE"],
  },
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
  analyze: {
    id: "analyze",
    topic: "Analysis",
    method: "POST",
    path: "/analyze",
    scope: "read",
    limitGroup: "analysis",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: analyzeRequestSchema },
    response: analyzeResponseSchema,
    successStatus: 200,
    summary: "Summarize a cohort",
    description: "How the projects of a cohort are distributed over categories, clusters, tracks and tags.",
    errors: ["CATEGORIES_UNAVAILABLE"],
    example: { cohort: { winnersOnly: true }, dimensions: ["categories", "primitives"], topK: 5 },
  },
  compare: {
    id: "compare",
    topic: "Analysis",
    method: "POST",
    path: "/compare",
    scope: "read",
    limitGroup: "analysis",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: compareRequestSchema },
    response: compareResponseSchema,
    successStatus: 200,
    summary: "Compare two cohorts",
    description:
      "Where two cohorts differ: counts, shares, lift (shareA / shareB, not minus one) and delta per bucket.",
    errors: [],
    example: { cohortA: { winnersOnly: true }, cohortB: {}, dimensions: ["clusters", "techStack"], topK: 5 },
  },
  getCluster: {
    id: "getCluster",
    topic: "Analysis",
    method: "GET",
    path: "/clusters/:key",
    scope: "read",
    limitGroup: null,
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { params: clusterParamsSchema },
    response: clusterSchema,
    successStatus: 200,
    summary: "Read one cluster",
    description: "What a group of similar projects is about, how crowded it is, and what is typical of it.",
    errors: ["NOT_FOUND"],
  },
  countTechnology: {
    id: "countTechnology",
    topic: "Analysis",
    method: "POST",
    path: "/technologies/counts",
    scope: "read",
    limitGroup: "analysis",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: technologyRequestSchema },
    response: technologyCountsResponseSchema,
    successStatus: 200,
    summary: "Count a technology",
    description: "How many projects of a cohort carry a technology, in all and per hackathon.",
    errors: ["CATEGORIES_UNAVAILABLE"],
    example: { technology: { category: "languages", name: "typescript" } },
  },
  trendTechnology: {
    id: "trendTechnology",
    topic: "Analysis",
    method: "POST",
    path: "/technologies/trends",
    scope: "read",
    limitGroup: "analysis",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: technologyRequestSchema },
    response: technologyTrendsResponseSchema,
    successStatus: 200,
    summary: "Trend a technology",
    description: "The share of projects that carry a technology, hackathon by hackathon in order of time.",
    errors: ["CATEGORIES_UNAVAILABLE"],
    example: { technology: { category: "frameworks", name: "react" } },
  },
  findCoUsage: {
    id: "findCoUsage",
    topic: "Analysis",
    method: "POST",
    path: "/technologies/co-usage",
    scope: "read",
    limitGroup: "analysis",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: coUsageRequestSchema },
    response: coUsageResponseSchema,
    successStatus: 200,
    summary: "Find what is used together",
    description: "The technologies that projects with a given one carry as well, with lift.",
    errors: ["CATEGORIES_UNAVAILABLE"],
    example: { technology: { category: "languages", name: "rust" }, topK: 5 },
  },
  listTopTechnologies: {
    id: "listTopTechnologies",
    topic: "Analysis",
    method: "POST",
    path: "/technologies/top",
    scope: "read",
    limitGroup: "analysis",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: topTechnologiesRequestSchema },
    response: topTechnologiesResponseSchema,
    successStatus: 200,
    summary: "Rank technologies",
    description: "The most used technologies of a cohort, of one kind or of all.",
    errors: ["CATEGORIES_UNAVAILABLE"],
    example: { technologyCategory: "frameworks", topK: 5 },
  },
  searchArchives: {
    id: "searchArchives",
    topic: "Archive",
    method: "POST",
    path: "/search/archives",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { body: searchArchivesRequestSchema },
    response: searchArchivesResponseSchema,
    successStatus: 200,
    summary: "Search the archive",
    description: "Documents of the archive by their best passages; falls through from vectors to text.",
    errors: ["ARCHIVE_UNAVAILABLE"],
    example: { query: "light client fraud proofs", limit: 3 },
  },
  readDocument: {
    id: "readDocument",
    topic: "Archive",
    method: "GET",
    path: "/archives/:documentId",
    scope: "read",
    limitGroup: null,
    answeredFrom: "snapshot",
    concurrencyLimited: true,
    request: { params: documentParamsSchema, query: documentQuerySchema },
    response: archiveDocumentPageSchema,
    successStatus: 200,
    summary: "Read one archive document",
    description: "One page of a document; pass nextOffset as the next offset while hasMore is true.",
    errors: ["NOT_FOUND", "ARCHIVE_UNAVAILABLE"],
  },
  suggestSource: {
    id: "suggestSource",
    topic: "Feedback",
    method: "POST",
    path: "/source-suggestions",
    scope: "read",
    limitGroup: "suggestions",
    answeredFrom: "databases",
    concurrencyLimited: true,
    request: { body: sourceSuggestionRequestSchema },
    response: sourceSuggestionResponseSchema,
    successStatus: 201,
    summary: "Suggest a source",
    description:
      "A source that the archive lacks. People review every suggestion before anything is read from it.",
    errors: [],
    example: {
      url: "https://example.org/essays",
      name: "Example Essays",
      reason: "Long pieces on light clients that the archive does not have.",
    },
  },
  sendFeedback: {
    id: "sendFeedback",
    topic: "Feedback",
    method: "POST",
    path: "/feedback",
    scope: "read",
    limitGroup: "feedback",
    answeredFrom: "databases",
    concurrencyLimited: true,
    request: { body: feedbackRequestSchema },
    response: feedbackResponseSchema,
    successStatus: 201,
    summary: "Send feedback",
    description:
      "An error, a poor answer or an idea, for the people who run the service. Severity high or critical is " +
      "escalated to them at once.",
    errors: [],
    example: {
      category: "quality",
      message: "The first three results for this search are about something else.",
      severity: "low",
      context: { operation: "searchArchives" },
    },
  },
  getResources: {
    id: "getResources",
    topic: "Hackathons",
    method: "GET",
    path: "/resources",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "databases",
    concurrencyLimited: true,
    request: { query: resourcesQuerySchema },
    response: resourcesResponseSchema,
    successStatus: 200,
    summary: "Find what is on offer at a hackathon",
    description:
      "Sponsors, topics with their links, and RPC providers, with the dates of the event. Without a hackathon: the " +
      "current one. What a track is offered includes what all tracks are.",
    errors: ["NOT_FOUND", "RESOURCES_UNAVAILABLE"],
  },
  getFaqs: {
    id: "getFaqs",
    topic: "Hackathons",
    method: "GET",
    path: "/faqs",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "databases",
    concurrencyLimited: true,
    request: { query: faqsQuerySchema },
    response: faqsResponseSchema,
    successStatus: 200,
    summary: "List or search frequent questions",
    description: "Questions with their answers in Markdown, of one program or of all, found by keywords.",
    errors: [],
  },
  getFaq: {
    id: "getFaq",
    topic: "Hackathons",
    method: "GET",
    path: "/faqs/:program/:id",
    scope: "read",
    limitGroup: "search",
    answeredFrom: "databases",
    concurrencyLimited: true,
    request: { params: faqParamsSchema },
    response: faqResponseSchema,
    successStatus: 200,
    summary: "Read one frequent question",
    description: "One question with its answer, its source and the links of the answer.",
    errors: ["NOT_FOUND"],
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;

type AnsweredFrom<Place extends Operation["answeredFrom"]> = {
  [Id in OperationId]: (typeof operations)[Id]["answeredFrom"] extends Place ? Id : never;
}[OperationId];
export type SnapshotOperationId = AnsweredFrom<"snapshot">;
export type DatabaseOperationId = AnsweredFrom<"databases">;

/** Every entry under the general type, in the order of the table. */
export const operationList: readonly (Operation & { id: OperationId })[] = Object.values(operations);

type Parsed<Request, Part extends string> =
  Request extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : unknown;
type RequestOf<Id extends OperationId> = (typeof operations)[Id]["request"];

/** Params, query and body of a validated request, merged into one object. */
export type OperationInput<Id extends OperationId> = Parsed<RequestOf<Id>, "params"> &
  Parsed<RequestOf<Id>, "query"> &
  Parsed<RequestOf<Id>, "body">;
export type OperationOutput<Id extends OperationId> = z.output<(typeof operations)[Id]["response"]>;
