/** Formats of keys. A malformed key is refused; an unknown one matches nothing. */
import { z } from "zod";
import { formatted } from "./text.ts";

export const trackKeySchema = formatted(/^[a-z0-9-]+\/[a-z0-9-]+$/, "<hackathon_slug>/<track_slug>");
export const labelKeySchema = formatted(
  /^label:[a-z0-9-]+\/[a-z0-9-]+$/,
  "label:<hackathon_slug>/<label_slug>",
);
export const batchKeySchema = formatted(/^accelerator\/[a-z0-9-]+$/, "accelerator/<batch_slug>");
export const clusterKeySchema = formatted(/^v[0-9]+-c[0-9]+$/, "v<digits>-c<digits>");

/** Checks the format only: whether the taxonomy contains the key is checked where the taxonomy is loaded. */
export const categoryKeySchema = formatted(
  /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
  "a category key of GET /categories (lower-case letters, digits, single hyphens)",
);

/** Any 8-4-4-4-12 hexadecimal text, whatever its version and variant bits. */
export const uuidSchema = z.guid();

/** Keys of archive sources; those of the public service contain underscores. */
export const sourceKeySchema = z
  .string()
  .regex(
    /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
    "must be lower-case letters and digits with single hyphens or underscores between them",
  )
  .max(100);

/** Keys of hackathons, tracks and labels, chosen by operators. */
export const slugSchema = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must be lower-case letters, digits and single hyphens")
  .max(100);
