import { z } from "zod";

/** The specification fixes both counts: `facetTopK` and `topK` reach 43, which is every category and the two extras. */
const AREA_COUNT = 6;
const CATEGORY_COUNT = 41;
const OTHER_KEY = "other-emerging";
const INSUFFICIENT_INFORMATION_KEY = "insufficient-information";

const EXTRA_KEYS: readonly string[] = [OTHER_KEY, INSUFFICIENT_INFORMATION_KEY];

const keySchema = z
  .string()
  .max(60, "is longer than 60 characters")
  .regex(
    /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    "must be kebab-case: lowercase letters, digits and single hyphens, such as climate-energy",
  );

const text = (limit: number) =>
  z.string().trim().min(1, "must not be empty").max(limit, `is longer than ${limit} characters`);

/** A word as query expansion sees it, so that a term of punctuation alone, which never matches, is refused. */
const words = (limit: number) => text(limit).regex(/[\p{L}\p{N}]/u, "must hold a letter or a digit");

export const areaSchema = z.strictObject({
  key: keySchema,
  label: text(80),
  definition: text(600),
});

export const categorySchema = z.strictObject({
  key: keySchema.refine((key) => !EXTRA_KEYS.includes(key), "is reserved: give the category another key"),
  label: text(80),
  areaKey: keySchema,
  definition: text(600),
  examples: z.array(text(300)).min(1, "needs at least one phrase").max(50, "holds more than 50 phrases"),
});

const extraSchema = <Key extends string>(key: Key) =>
  z.strictObject({ key: z.literal(key, `must be ${key}`), label: text(80), definition: text(600) });

/**
 * One line of query expansion: a query with one of `terms` also searches `expands`. With `both`, a query with
 * `expands` also searches the first of `terms`.
 */
export const synonymSchema = z.strictObject({
  terms: z.array(words(80)).min(1, "needs at least one term").max(20, "holds more than 20 terms"),
  expands: words(120),
  both: z.boolean().default(false),
});

/** The content of a taxonomy file, before the rules that span several entries are checked. */
export const taxonomyContentSchema = z.strictObject({
  version: z
    .string("must be a string in quotes")
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/,
      "must be 1 to 40 letters, digits, dots, hyphens or underscores",
    ),
  areas: z.array(areaSchema).length(AREA_COUNT, `must hold exactly ${AREA_COUNT} areas`),
  categories: z
    .array(categorySchema)
    .length(CATEGORY_COUNT, `must hold exactly ${CATEGORY_COUNT} categories`),
  other: extraSchema(OTHER_KEY),
  insufficientInformation: extraSchema(INSUFFICIENT_INFORMATION_KEY),
  synonyms: z.array(synonymSchema).max(5000, "holds more than 5000 entries").default([]),
});

export type TaxonomyArea = z.infer<typeof areaSchema>;
export type TaxonomyCategory = z.infer<typeof categorySchema>;
export type TaxonomySynonym = z.infer<typeof synonymSchema>;
export type TaxonomyContent = z.infer<typeof taxonomyContentSchema>;

/** A validated taxonomy. */
export interface Taxonomy extends TaxonomyContent {
  /** Lowercase hexadecimal sha256 of the canonical content: comments, layout and key order do not change it. */
  readonly digest: string;
}
