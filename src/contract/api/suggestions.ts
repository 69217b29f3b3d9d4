/** POST /source-suggestions. */
import { z } from "zod";
import { publicUrlSchema } from "../values/public-url.ts";
import { codePoints } from "../values/text.ts";

export const sourceSuggestionRequestSchema = z.object({
  url: publicUrlSchema.describe("where it is: a public http or https address without a user name in it"),
  name: codePoints({ max: 200 }).optional().describe("what it calls itself"),
  reason: codePoints({ max: 500 }).optional().describe("why it belongs into the archive"),
});
export type SourceSuggestionRequest = z.infer<typeof sourceSuggestionRequestSchema>;

export const sourceSuggestionResponseSchema = z.object({ message: z.string() });
export type SourceSuggestionResponse = z.infer<typeof sourceSuggestionResponseSchema>;
