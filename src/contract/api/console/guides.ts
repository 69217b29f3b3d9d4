/** Resources and FAQs of hackathons. Responses are those of the public API. */
import { z } from "zod";

export const resourceHackathonsSchema = z.object({
  hackathons: z
    .array(z.object({ slug: z.string(), name: z.string(), current: z.boolean() }))
    .describe("those that have resources, by start date descending"),
});
