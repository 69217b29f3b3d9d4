/** GET /landscape: projects as points of a map. Columns, because there are thousands. */
import { z } from "zod";
import { clusterKeySchema } from "../values/keys.ts";
import { yearSchema } from "./shared.ts";

/** Points of a response, which keeps it below 5 MB. */
export const maxPoints = 50_000;

const count = z.int().min(0);
const coordinates = z.array(z.number().min(0).max(1)).describe("0 to 1, four decimals");
const index = z.int().min(-1);

export const landscapeResponseSchema = z.object({
  revision: z.string().describe("changes when a position does"),
  count: count.describe("length of every column of projects"),
  total: count.describe(
    `projects that are published: of more than ${maxPoints.toLocaleString("en")}, the columns hold an even sample`,
  ),
  slugs: z.array(z.string()).describe("newest first"),
  names: z.array(z.string()),
  x: coordinates,
  y: coordinates,
  cluster: z.array(index).describe("position in clusters; -1 without one"),
  category: z.array(index).describe("position in categories; -1 without one"),
  year: z.array(yearSchema),
  award: z.array(z.int().min(0).max(2)).describe("0 none, 1 winner, 2 honorable mention"),
  clusters: z
    .object({ keys: z.array(clusterKeySchema), labels: z.array(z.string()), x: coordinates, y: coordinates })
    .describe("each at its most central project; those without projects are left out"),
  categories: z
    .array(z.object({ key: z.string(), label: z.string() }))
    .describe("those that some project has, by number of projects descending"),
});
export type LandscapeResponse = z.infer<typeof landscapeResponseSchema>;
