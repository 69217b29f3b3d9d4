/** GET /clusters and GET /clusters/:key: groups of semantically similar projects. */
import { z } from "zod";
import { clusterKeySchema } from "../values/keys.ts";
import { tagCountSchema } from "./filters.ts";
import { yearSchema } from "./shared.ts";

const count = z.int().min(0);
const tagCounts = z.array(tagCountSchema);

export const clusterParamsSchema = z.object({ key: clusterKeySchema });

export const clusterSchema = z.object({
  key: clusterKeySchema,
  label: z.string(),
  summary: z.string().describe("machine-generated"),
  projectCount: count,
  winnerCount: count,
  representativeProjects: z.array(
    z.object({ slug: z.string(), name: z.string(), oneLiner: z.string().nullable(), isWinner: z.boolean() }),
  ),
  topTags: z.object({ problemTags: tagCounts, primitives: tagCounts, techStack: tagCounts }),
});
export type Cluster = z.infer<typeof clusterSchema>;

export const clusterOverviewSchema = z.object({
  key: clusterKeySchema,
  label: z.string(),
  summary: z.string().describe("machine-generated"),
  projectCount: count,
  winnerCount: count,
  winnerShare: z.number().min(0).max(1).describe("winnerCount / projectCount; 0 without projects"),
  crowdedness: z
    .number()
    .min(0)
    .max(1)
    .describe("mean closeness of its projects to their centre, as published"),
  byYear: z
    .array(z.object({ year: yearSchema, projects: count, winners: count }))
    .describe("oldest first, years without projects left out"),
});
export type ClusterOverview = z.infer<typeof clusterOverviewSchema>;

export const clustersResponseSchema = z.object({
  clusters: z.array(clusterOverviewSchema).describe("by projectCount descending, then key"),
});
export type ClustersResponse = z.infer<typeof clustersResponseSchema>;
