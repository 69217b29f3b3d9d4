/** Options that select the projects of an analysis. */
import { type Command, InvalidArgumentError, Option } from "commander";
import type { AnalyzeDimension } from "../contract/api/analysis.ts";
import { collect, wholeNumber } from "./options.ts";

interface CohortOption {
  /** Long name without dashes. */
  name: string;
  /** Absent for a flag. */
  value?: string;
  field: string;
  help: string;
  parse?: (text: string, before: never) => unknown;
}

const placement = wholeNumber(0, 1_000_000);
const collectPlacements = (text: string, before: number[] = []) => [...before, placement(text)];

const hackathon = { name: "hackathon", value: "slug", help: "only this hackathon (repeatable)" };
const winnersOnly = {
  name: "winners-only",
  field: "winnersOnly",
  help: "only winners, without honorable mentions",
};

const definitionOptions: readonly CohortOption[] = [
  { ...hackathon, field: "hackathons" },
  {
    name: "track",
    value: "key",
    field: "trackKeys",
    help: "only this track, <hackathon>/<track> (repeatable)",
  },
  winnersOnly,
  { name: "accelerator-only", field: "acceleratorOnly", help: "only projects that joined an accelerator" },
  {
    name: "accelerator-batch",
    value: "key",
    field: "acceleratorBatchKeys",
    help: "only this batch, accelerator/<batch> (repeatable)",
  },
  {
    name: "prize-placement",
    value: "n",
    field: "prizePlacements",
    help: "only this placement (repeatable)",
    parse: collectPlacements as never,
  },
  { name: "cluster", value: "key", field: "clusterKeys", help: "only this cluster (repeatable)" },
];

const categoryOptions: readonly CohortOption[] = [
  { name: "category", value: "key", field: "categoryKeys", help: "only this category (repeatable)" },
  {
    name: "include-secondary-categories",
    field: "includeSecondaryCategories",
    help: "also match and count second categories",
  },
];

/** Options of `analyze`. */
export const cohortOptions: readonly CohortOption[] = [...definitionOptions, ...categoryOptions];
/** Options of each cohort of `compare`. */
export const comparedOptions = definitionOptions;
/** Options of `technologies`. */
export const technologyOptions: readonly CohortOption[] = [
  { ...hackathon, field: "hackathonSlugs" },
  winnersOnly,
  {
    name: "include-honorable-mentions",
    field: "includeHonorableMentions",
    help: "with --winners-only: also honorable mentions",
  },
  ...categoryOptions,
];

/** `side` prefixes each name: `a` makes `--a-hackathon`. */
export function addCohortOptions(
  command: Command,
  options: readonly CohortOption[],
  side?: { letter: string; help: string },
): Command {
  for (const { name, value, help, parse = collect } of options) {
    const flag = `--${side ? `${side.letter}-` : ""}${name}`;
    const text = side ? `${side.help}: ${help}` : help;
    const option = new Option(value ? `${flag} <${value}>` : flag, text);
    command.addOption(value ? option.argParser(parse as (text: string) => unknown) : option);
  }
  return command;
}

/** The request's cohort object, from commander's parsed options; undefined members were not given. */
export function cohortOf(
  given: object,
  options: readonly CohortOption[],
  letter?: string,
): Record<string, unknown> {
  const values = given as Record<string, unknown>;
  return Object.fromEntries(
    options.map(({ name, field }) => [field, values[camelCase(letter ? `${letter}-${name}` : name)]]),
  );
}

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Dimensions in the order of the contract, with their titles. */
export const dimensionTitles: Record<AnalyzeDimension, string> = {
  categories: "Categories",
  clusters: "Clusters",
  tracks: "Tracks",
  problemTags: "Problem tags",
  solutionTags: "Solution tags",
  primitives: "Primitives",
  techStack: "Tech stack",
  targetUsers: "Target users",
};

/** Collects values from a fixed set. */
export function collectOneOf(allowed: readonly string[]): (value: string, before?: string[]) => string[] {
  return (value, before = []) => {
    if (!allowed.includes(value)) throw new InvalidArgumentError(`It must be one of ${allowed.join(", ")}.`);
    return [...before, value];
  };
}
