/** GET /filters: the valid filter values and the hackathon chronology. */
import { z } from "zod";
import { batchKeySchema, clusterKeySchema, labelKeySchema, trackKeySchema } from "../values/keys.ts";

const count = z.int().min(0);

export const tagCountSchema = z.object({ tag: z.string(), count });
export type TagCount = z.infer<typeof tagCountSchema>;
const topTags = z.array(tagCountSchema).max(25);

export const filtersResponseSchema = z.object({
  tracks: z.array(
    z.object({ key: trackKeySchema, name: z.string(), hackathonSlug: z.string(), projectCount: count }),
  ),
  labels: z.array(
    z.object({ key: labelKeySchema, name: z.string(), hackathonSlug: z.string(), projectCount: count }),
  ),
  hackathons: z
    .array(
      z.object({
        slug: z.string(),
        name: z.string(),
        startDate: z.string(),
        projectCount: count,
        winnerCount: count,
      }),
    )
    .describe("oldest first"),
  acceleratorBatches: z.array(z.object({ key: batchKeySchema, name: z.string(), companyCount: count })),
  prizeTypes: z.array(z.string()),
  prizePlacements: z.array(z.int()),
  problemTags: topTags,
  solutionTags: topTags,
  primitives: topTags,
  techStack: topTags,
  targetUsers: topTags,
  archiveSources: z.array(z.object({ key: z.string(), label: z.string(), documentCount: count.optional() })),
  clusters: z.array(z.object({ key: clusterKeySchema, label: z.string(), projectCount: count })),
});
export type FiltersResponse = z.infer<typeof filtersResponseSchema>;
