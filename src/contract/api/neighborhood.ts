/** POST /neighborhood: every project that is close to a text, counted. */
import { z } from "zod";
import { clusterKeySchema, labelKeySchema, trackKeySchema } from "../values/keys.ts";
import { codePoints, filterList } from "../values/text.ts";
import { projectSearchResultSchema } from "./project.ts";
import { projectFiltersSchema, withoutBlanks } from "./project-filters.ts";
import { awardSchema, yearSchema } from "./shared.ts";
import { technologySchema } from "./technologies.ts";

const count = z.int().min(0);
const share = z.number().min(0).max(1).describe("count / total");

const maxLimit = 50;
/** Slugs listed at most. */
export const maxKeys = 500;

export const neighborhoodRequestSchema = z
  .strictObject({
    query: codePoints({ min: 1, max: 500, trim: true }).describe("an idea, in a sentence or more"),
    hackathons: filterList(codePoints({ min: 1 }), { max: 10 }).describe("hackathon slugs"),
    trackKeys: filterList(trackKeySchema, { max: 10 }),
    labelKeys: filterList(labelKeySchema, { max: 10 }).describe("cannot be combined with trackKeys"),
    filters: projectFiltersSchema.optional(),
    limit: z.int().min(1).max(maxLimit).default(25).describe("projects listed; all are counted"),
  })
  .transform((request, context) => {
    if (request.trackKeys && request.labelKeys)
      context.issues.push({
        code: "custom",
        path: ["labelKeys"],
        message: "cannot be combined with trackKeys; send one of the two",
        input: request.labelKeys,
      });
    return { ...request, filters: withoutBlanks(request.filters) };
  });
export type NeighborhoodRequest = z.infer<typeof neighborhoodRequestSchema>;

export const neighborhoodResponseSchema = z.object({
  total: count.describe("projects within the distance"),
  winners: count.describe("winners among them; honorable mentions do not count"),
  threshold: z.number().min(0).max(1).describe("minimum similarity of a neighbor"),
  byYear: z
    .array(z.object({ year: yearSchema, count, winners: count }))
    .describe("oldest first, years without projects left out"),
  byAward: z.array(z.object({ award: awardSchema.nullable(), count })).describe("each award, then none"),
  categories: z
    .array(z.object({ key: z.string(), label: z.string(), count, share }))
    .describe("by count descending, then key"),
  technologies: z
    .array(technologySchema.extend({ count, share }))
    .max(20)
    .describe("found in their repositories; by count descending, then category and name"),
  clusters: z
    .array(z.object({ key: clusterKeySchema, label: z.string(), count }))
    .describe("by count descending, then key"),
  crowdedness: z
    .object({
      count,
      percentile: z.number().min(0).max(100).nullable(),
    })
    .describe(
      "projects within the distance, whatever the filters, and the share (%) of the corpus's own projects with fewer around them; null where the snapshot does not contain it",
    ),
  results: z
    .array(projectSearchResultSchema)
    .max(maxLimit)
    .describe("neighbors, in the order of a project search; `similarity` is the closeness to the text"),
  keys: z.array(z.string()).max(maxKeys).describe("slugs of all neighbors in the same order, at most 500"),
});
export type NeighborhoodResponse = z.infer<typeof neighborhoodResponseSchema>;
