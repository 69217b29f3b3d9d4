/** POST /source-suggestions. */
import { z } from "zod";
import { publicUrlSchema } from "../values/public-url.ts";
import { codePoints } from "../values/text.ts";

export const sourceSuggestionRequestSchema = z.object({
  url: publicUrlSchema.describe("a public http or https URL without a user name"),
  name: codePoints({ max: 200 }).optional().describe("name of the source"),
  reason: codePoints({ max: 500 }).optional().describe("why it belongs in the archive"),
});
export type SourceSuggestionRequest = z.infer<typeof sourceSuggestionRequestSchema>;

export const sourceSuggestionResponseSchema = z.object({ message: z.string() });
export type SourceSuggestionResponse = z.infer<typeof sourceSuggestionResponseSchema>;
