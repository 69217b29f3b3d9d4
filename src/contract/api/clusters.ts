/** GET /clusters/:key: a group of semantically similar projects. */
import { z } from "zod";
import { clusterKeySchema } from "../values/keys.ts";
import { tagCountSchema } from "./filters.ts";

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
