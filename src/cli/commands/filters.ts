/** `priorart filters [LIST]`: the values that filters accept. */
import { Argument, type Command } from "commander";
import type { FiltersResponse, TagCount } from "../../contract/api/filters.ts";
import type { CommonOptions, Runner } from "../context.ts";
import { exitCodes } from "../exit.ts";
import { createResearchCommand } from "../options.ts";
import { type FormatOptions, formatOf, withFormat } from "../output/format.ts";
import { barColumn, type Column, showAnswer } from "../output/listing.ts";

/** A value of a filter. */
interface FilterValue {
  list: string;
  key: string;
  label: string;
  count: number | null;
  /** Option that takes the key. */
  option: string;
}

type Lists = {
  [Name in keyof FiltersResponse]: {
    title: string;
    option: string;
    values(filters: FiltersResponse): Value[];
  };
};
type Value = [key: string, label: string, count: number | null];

const tags = (
  title: string,
  option: string,
  name: "problemTags" | "solutionTags" | "primitives" | "techStack" | "targetUsers",
) => ({
  title,
  option,
  values: (filters: FiltersResponse) =>
    filters[name].map(({ tag, count }: TagCount): Value => [tag, tag, count]),
});

const lists: Lists = {
  hackathons: {
    title: "Hackathons, oldest first",
    option: "--hackathon",
    values: ({ hackathons }) => hackathons.map((one) => [one.slug, one.name, one.projectCount]),
  },
  tracks: {
    title: "Tracks",
    option: "--track",
    values: ({ tracks }) => tracks.map((one) => [one.key, one.name, one.projectCount]),
  },
  labels: {
    title: "Labels",
    option: "--label",
    values: ({ labels }) => labels.map((one) => [one.key, one.name, one.projectCount]),
  },
  acceleratorBatches: {
    title: "Accelerator batches",
    option: "--accelerator-batch",
    values: ({ acceleratorBatches }) =>
      acceleratorBatches.map((one) => [one.key, one.name, one.companyCount]),
  },
  prizeTypes: {
    title: "Types of prizes",
    option: "--prize-type",
    values: ({ prizeTypes }) => prizeTypes.map((type) => [type, type, null]),
  },
  prizePlacements: {
    title: "Prize placements",
    option: "--prize-placement",
    values: ({ prizePlacements }) => prizePlacements.map((place) => [String(place), `Place ${place}`, null]),
  },
  problemTags: tags("Problem tags", "--problem-tag", "problemTags"),
  solutionTags: tags("Solution tags", "--solution-tag", "solutionTags"),
  primitives: tags("Primitives", "--primitive", "primitives"),
  techStack: tags("Tech stack", "--tech-stack", "techStack"),
  targetUsers: tags("Target users", "--target-user", "targetUsers"),
  archiveSources: {
    title: "Sources of the archive",
    option: "--source",
    values: ({ archiveSources }) =>
      archiveSources.map((one) => [one.key, one.label, one.documentCount ?? null]),
  },
  clusters: {
    title: "Clusters",
    option: "--cluster",
    values: ({ clusters }) => clusters.map((one) => [one.key, one.label, one.projectCount]),
  },
};
const names = Object.keys(lists) as (keyof FiltersResponse)[];

export function filtersCommand(runner: Runner): Command {
  return withFormat(createResearchCommand("filters", "list the values that filters accept, with counts"))
    .addArgument(new Argument("[list]", "only one list").choices(names))
    .examples("filters", "filters hackathons", "filters techStack --format csv")
    .action(
      runner.research<CommonOptions & FormatOptions, [keyof FiltersResponse | undefined]>(
        async (context, options, list) => {
          const filters = await context.ask("getFilters", {});
          const shown = list === undefined ? names : [list];
          const rows = shown.flatMap((name) => valuesOf(name, filters));
          showAnswer(context, formatOf(options), {
            response: list === undefined ? filters : { [list]: filters[list] },
            records: { columns, rows },
            sections: shown
              .map((name) => ({
                heading: `${lists[name].title} (${lists[name].option})`,
                listing: { columns: keyed(columns, name), rows: rows.filter((row) => row.list === name) },
              }))
              .filter(({ listing }) => listing.rows.length > 0),
          });
          return exitCodes.ok;
        },
      ),
    );
}

const valuesOf = (name: keyof FiltersResponse, filters: FiltersResponse): FilterValue[] =>
  lists[name]
    .values(filters)
    .map(([key, label, count]) => ({ list: name, key, label, count, option: lists[name].option }));

const columns: readonly Column<FilterValue>[] = [
  { name: "list", value: ({ list }) => list },
  { title: "Key", name: "key", value: ({ key }) => key },
  { title: "Name", flexible: true, name: "label", value: ({ label }) => label },
  { title: "Count", right: true, name: "count", value: ({ count }) => count },
  barColumn(({ count }) => count ?? 0),
];

/** Tags are their own names. */
const keyed = (all: readonly Column<FilterValue>[], name: keyof FiltersResponse) =>
  /Tags$|^(?:primitives|techStack|targetUsers|prizeTypes)$/.test(name)
    ? all.filter(({ title }) => title !== "Name")
    : all;
