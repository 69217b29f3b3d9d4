/** Tools that list the names that other tools accept. */
import { z } from "zod";
import { filtersResponseSchema } from "../../contract/api/filters.ts";
import { codePoints } from "../../contract/values/text.ts";
import type { Json, Tool } from "../tool.ts";

const lists = filtersResponseSchema.keyof().options;

/** The texts of an entry, without the names of its fields and its counts; a number that is an entry counts as text. */
const textsOf = (entry: unknown): string[] =>
  typeof entry === "object" && entry !== null
    ? Object.values(entry).filter((value) => typeof value === "string")
    : [String(entry)];

/** One list, or all that contain a text. */
function narrowFilters(answer: Json, { list, contains }: Json): Json {
  const wanted = typeof contains === "string" ? contains.toLowerCase() : "";
  const matches = (entry: unknown) => textsOf(entry).some((text) => text.toLowerCase().includes(wanted));
  return Object.fromEntries(
    Object.entries(answer)
      .filter(([name]) => list === undefined || name === list)
      .map(([name, entries]) => [name, (entries as unknown[]).filter(matches)]),
  );
}

export const filterValueTools: readonly Tool[] = [
  {
    name: "filters",
    title: "List the filter values",
    description:
      "Hackathons, tracks, labels, accelerator batches, prize types, common tags, archive sources and clusters, with counts: the values that filters and cohorts accept. Without list: the first of each; with list: that one whole, in pages; contains selects entries by a part of their name.",
    operations: ["getFilters"],
    ownArguments: {
      list: z.enum(lists).optional().describe("one list only"),
      contains: codePoints({ max: 100, trim: true })
        .optional()
        .describe("only entries that contain this text"),
    },
    narrow: narrowFilters,
    shown: ["*"],
    pages: { list: ({ list }) => (list === undefined ? null : String(list)) },
  },
  {
    name: "categories",
    title: "List the categories",
    description:
      "The categories of projects with their keys, by area. detail full adds the definition of each.",
    operations: ["getCategories"],
    shown: [
      "version",
      ...["areas", "categories"].flatMap((list) => [`${list}.key`, `${list}.label`]),
      "categories.areaKey",
      "other.key",
      "other.label",
      "insufficientInformation.key",
      "insufficientInformation.label",
    ],
  },
];
