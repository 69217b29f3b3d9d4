/** The body of a request that says all with its path: `{}`. */
import { z } from "zod";

export const emptyBodySchema: z.ZodType<object> = z.object({});
