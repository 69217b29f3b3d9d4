/** GET /categories: the active taxonomy. */
import { z } from "zod";
import { categoryKeySchema } from "../values/keys.ts";

/** Keys that are not in the taxonomy, valid wherever a category key is. */
export const otherCategoryKey = "other-emerging";
export const insufficientCategoryKey = "insufficient-information";

const entry = { key: categoryKeySchema, label: z.string(), definition: z.string() };

export const categoriesResponseSchema = z.object({
  version: z.string(),
  areas: z.array(z.object(entry)),
  categories: z.array(z.object({ ...entry, areaKey: categoryKeySchema })),
  other: z.object({ ...entry, key: z.literal(otherCategoryKey) }),
  insufficientInformation: z.object({ ...entry, key: z.literal(insufficientCategoryKey) }),
});
export type CategoriesResponse = z.infer<typeof categoriesResponseSchema>;
