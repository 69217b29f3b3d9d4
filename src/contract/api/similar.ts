/** GET /projects/by-slug/:slug/similar and GET /archives/:documentId/similar. */
import { z } from "zod";
import { queryInteger } from "../values/text.ts";
import { archiveSearchResultSchema } from "./archive.ts";
import { projectSearchResultSchema } from "./project.ts";

const maxLimit = 25;

export const similarQuerySchema = z.object({
  limit: queryInteger({ min: 1, max: maxLimit, fallback: 10 }),
});

const others = "the record itself left out; none where it has no vector";

export const similarProjectsResponseSchema = z.object({
  results: z
    .array(projectSearchResultSchema)
    .max(maxLimit)
    .describe(
      `most similar first, by vector and by the words of its one-liner; \`similarity\` is the closeness of the vectors; ${others}`,
    ),
});
export type SimilarProjectsResponse = z.infer<typeof similarProjectsResponseSchema>;

export const similarDocumentsResponseSchema = z.object({
  results: z
    .array(archiveSearchResultSchema)
    .max(maxLimit)
    .describe(`nearest first, ${others}; each document once, with its nearest passage`),
});
export type SimilarDocumentsResponse = z.infer<typeof similarDocumentsResponseSchema>;
