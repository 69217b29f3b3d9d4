import { z } from "zod";
import { patternFault } from "./pattern.ts";
import {
  type Network,
  networks,
  type SignalKind,
  signalKinds,
  type TechnologyKind,
  technologyKinds,
} from "./technology.ts";

const MAX_PATTERNS = 100;
const MAX_PATTERN_LENGTH = 200;
const MAX_ENTRIES = 5000;

const nameSchema = z
  .string("must be text: put it in quotes")
  .min(1, "must not be empty")
  .max(100, "is longer than 100 characters")
  .regex(/^\S(.*\S)?$/, "must not begin or end with a space, nor span lines");

const patternSchema = (kind: SignalKind) =>
  z
    .string("must be text: put it in quotes")
    .max(MAX_PATTERN_LENGTH, `is longer than ${MAX_PATTERN_LENGTH} characters`)
    .superRefine((pattern, context) => {
      const fault = patternFault(kind, pattern);
      if (fault !== null) context.addIssue({ code: "custom", message: fault, input: pattern });
    });

const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item, "must be a list, such as [one, another]")
    .min(1, "is an empty list: remove it")
    .max(MAX_PATTERNS, `holds more than ${MAX_PATTERNS} entries`)
    .optional();

const networkSchema = z.strictObject({
  host: listOf(patternSchema("host")),
  env: listOf(patternSchema("env")),
  chainId: listOf(z.int("must be a whole number").positive("must be above 0")),
  name: listOf(
    z.string("must be text: put it in quotes").regex(/^[A-Za-z0-9_-]{2,60}$/, "is not a network name"),
  ),
  cluster: listOf(
    z.string("must be text: put it in quotes").regex(/^[A-Za-z0-9_-]{2,60}$/, "is not a cluster name"),
  ),
});

type PatternLists = Record<SignalKind, ReturnType<typeof listOf<ReturnType<typeof patternSchema>>>>;

const entryFields = {
  name: nameSchema,
  implies: listOf(nameSchema),
  ...(Object.fromEntries(signalKinds.map((kind) => [kind, listOf(patternSchema(kind))])) as PatternLists),
};

const entrySchema = z.strictObject(entryFields);
const chainSchema = z.strictObject({
  ...entryFields,
  networks: z
    .strictObject(
      Object.fromEntries(networks.map((network) => [network, networkSchema.optional()])) as Record<
        Network,
        z.ZodOptional<typeof networkSchema>
      >,
    )
    .optional(),
});

const entries = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry, "must be a list of technologies")
    .max(MAX_ENTRIES, `holds more than ${MAX_ENTRIES}`)
    .optional();

/** A file of recognisers: lists of technologies under the names of their kinds. */
export const recogniserFileSchema = z.strictObject(
  {
    ...(Object.fromEntries(technologyKinds.map((kind) => [kind, entries(entrySchema)])) as Record<
      TechnologyKind,
      ReturnType<typeof entries<typeof entrySchema>>
    >),
    chains: entries(chainSchema),
  },
  `must hold lists of technologies under ${technologyKinds.join(", ")}`,
);

export type RecogniserFile = z.infer<typeof recogniserFileSchema>;
export type RecogniserEntry = z.infer<typeof chainSchema>;
