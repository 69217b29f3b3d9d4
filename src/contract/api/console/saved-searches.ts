/** Searches that members save, and what is new in them. */
import { z } from "zod";
import { uuidSchema } from "../../values/keys.ts";
import { codePoints } from "../../values/text.ts";
import { searchArchivesRequestSchema } from "../archive.ts";
import { searchProjectsRequestSchema } from "../search-projects.ts";

/** Per member. */
export const maxSavedSearches = 200;

const nameSchema = codePoints({ min: 1, max: 80, trim: true });

/** As the address bar shows it, without the question mark. */
const stateSchema = codePoints({ max: 2_000 }).regex(
  /^(?!\?)[\x21\x22\x24-\x7e]*$/,
  "must be a query string, percent-encoded, without ? before it and without #",
);

export const searchPages = ["projects", "archive"] as const;
export type SearchPage = (typeof searchPages)[number];

/** Results that are compared: the first ones. The archive search returns no more. */
export const maxComparedResults: Record<SearchPage, number> = { projects: 100, archive: 60 };

const requestSchemas = { projects: searchProjectsRequestSchema, archive: searchArchivesRequestSchema };

export const createSavedSearchRequestSchema = z
  .object({
    name: nameSchema,
    page: z.enum(searchPages),
    state: stateSchema.describe("query string of the page's address"),
    request: z
      .record(z.string(), z.unknown())
      .describe("the request that the page sends for this state: a body of its search operation"),
  })
  .superRefine(({ page, request }, context) => {
    const { error } = requestSchemas[page].safeParse(request);
    for (const issue of error?.issues ?? [])
      context.addIssue({ ...issue, path: ["request", ...issue.path] } as never);
  });

export const savedSearchSchema = z.object({
  id: z.string(),
  name: z.string(),
  page: z.enum(searchPages),
  state: z.string(),
  createdAt: z.string(),
  seenAt: z.string().describe("when its results were last seen"),
  seenRevision: z.string().describe("corpus revision when they were last seen"),
  newResults: z
    .int()
    .min(0)
    .nullable()
    .describe(
      "results that are new since they were last seen; null: not known for the current corpus, check it",
    ),
});

export const listSavedSearchesResponseSchema = z.object({
  searches: z.array(savedSearchSchema).describe("the newest first"),
  revision: z.string().nullable().describe("of the corpus now; null before the first publish"),
});
export const savedSearchParamsSchema = z.object({ id: uuidSchema });
export const renameSavedSearchRequestSchema = z.object({ name: nameSchema });
export const newResultsSchema = z.object({
  search: savedSearchSchema,
  newKeys: z
    .array(z.string())
    .max(maxComparedResults.projects)
    .describe(
      "slugs or document ids that are new since the results were last seen, in the order of the results",
    ),
  newTitles: z
    .array(z.string())
    .max(maxComparedResults.projects)
    .describe("name or title of each; its key where the record has just been withdrawn"),
});

/** Runs the stored request of a page's search; null when this release no longer accepts it. */
export function storedRequest(page: SearchPage, json: string): object | null {
  return requestSchemas[page].safeParse(JSON.parse(json)).data ?? null;
}
