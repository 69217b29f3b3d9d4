/** Why a search found a result: with `explain: true` on both searches. */
import { z } from "zod";

export const explainSchema = z
  .boolean()
  .default(false)
  .describe("adds to each result why it was found, and the words and the passage that match");

export const explanationChannelSchema = z.object({
  name: z.enum([
    "words",
    "passage",
    "coverage",
    "closeness",
    "mean",
    "topics",
    "author",
    "neighbors",
    "proximity",
    "name",
  ]),
  score: z.number().describe("raw score of the channel"),
  rank: z
    .int()
    .min(1)
    .nullable()
    .describe(
      "by this score among the candidates, equal scores sharing the better rank; null for a score of 0",
    ),
  weight: z
    .number()
    .describe("of the channel in the ranking model, for this query: what it adds to the best score in it"),
  contribution: z.number().describe("what the channel adds to this result's ranking score"),
});
export type ExplanationChannel = z.infer<typeof explanationChannelSchema>;

export const explanationSchema = z.object({
  channels: z.array(explanationChannelSchema).describe("empty without a query"),
  terms: z.array(z.string()).max(50).describe("the matching words, as they occur in the record"),
  passage: z
    .object({ start: z.int().min(0), end: z.int().min(0) })
    .nullable()
    .describe(
      "position of the quoted passage, in code points of the project's description or of the document's readable text; null if it is not in that text",
    ),
});
export type Explanation = z.infer<typeof explanationSchema>;
