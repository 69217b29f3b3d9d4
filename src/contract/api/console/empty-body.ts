/** The body of a request without fields: `{}`. */
import { z } from "zod";

export const emptyBodySchema: z.ZodType<object> = z.object({});
