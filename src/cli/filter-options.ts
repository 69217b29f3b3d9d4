/** Options that select projects: one spelling in all commands, one option per filter of the API. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { type BuiltWithKind, builtWithKinds } from "../contract/values/built-with-kinds.ts";
import { collect, wholeNumber } from "./options.ts";

export interface FilterOption {
  /** Long name without dashes. */
  name: string;
  /** Absent for a flag. */
  value?: string;
  /** Field of the request. */
  field: string;
  help: string;
  parse?: (text: string, before: never) => unknown;
  /** Of a flag that also has the form `--no-NAME`. */
  negation?: string;
}

type BuiltWith = Partial<Record<BuiltWithKind, string[]>>;

const placement = wholeNumber(0, 1_000_000);
const collectPlacements = (text: string, before: number[] = []) => [...before, placement(text)];

/** `languages:rust` */
function collectTechnologies(text: string, before: BuiltWith = {}): BuiltWith {
  const [, kind, name] = /^([a-z]+):(.+)$/.exec(text) ?? [];
  if (kind === undefined || name === undefined || !builtWithKinds.includes(kind as BuiltWithKind))
    throw new InvalidArgumentError(
      `It must be <kind>:<name>, such as languages:rust, with one of the kinds ${builtWithKinds.join(", ")}.`,
    );
  return { ...before, [kind]: [...(before[kind as BuiltWithKind] ?? []), name] };
}

const hackathon = { name: "hackathon", value: "slug", help: "only this hackathon (repeatable)" };
const hackathons: FilterOption = { ...hackathon, field: "hackathons" };
const track: FilterOption = {
  name: "track",
  value: "key",
  field: "trackKeys",
  help: "only this track, <hackathon>/<track> (repeatable)",
};
const winners: FilterOption = {
  name: "winners",
  field: "winnersOnly",
  help: "only winners, without honorable mentions",
};
const tag = (name: string, field: string, what: string): FilterOption => ({
  name,
  value: "tag",
  field,
  help: `only with this ${what} (repeatable)`,
});

const cohortFilters: readonly FilterOption[] = [
  winners,
  { name: "accelerator", field: "acceleratorOnly", help: "only projects that joined an accelerator" },
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

const categoryFilters: readonly FilterOption[] = [
  { name: "category", value: "key", field: "categoryKeys", help: "only this category (repeatable)" },
  {
    name: "include-secondary-categories",
    field: "includeSecondaryCategories",
    help: "also match and count second categories",
  },
];

/** Beside the filters, in the requests that have them. */
const placeOptions: readonly FilterOption[] = [
  hackathons,
  track,
  {
    name: "label",
    value: "key",
    field: "labelKeys",
    help: "only this label, label:<hackathon>/<label> (repeatable)",
  },
];

const projectFilters: readonly FilterOption[] = [
  ...cohortFilters,
  ...categoryFilters,
  { name: "prize-type", value: "type", field: "prizeTypes", help: "only this type of prize (repeatable)" },
  {
    name: "built-with",
    value: "kind:name",
    field: "builtWith",
    help: "only built with this technology, such as languages:rust (repeatable)",
    parse: collectTechnologies as never,
  },
  tag("tech-stack", "techStack", "technology named by the team"),
  tag("primitive", "primitives", "primitive"),
  tag("problem-tag", "problemTags", "problem"),
  tag("solution-tag", "solutionTags", "solution"),
  tag("target-user", "targetUsers", "group of users"),
  {
    name: "university",
    field: "isUniversityProject",
    help: "only university projects",
    negation: "no university projects",
  },
  { name: "mobile", field: "isSolanaMobile", help: "only mobile projects", negation: "no mobile projects" },
];

/** Options of `search projects`, `check` and `export projects`. */
export const projectOptions: readonly FilterOption[] = [...placeOptions, ...projectFilters];
/** Options of each cohort of `compare`. */
export const comparedOptions: readonly FilterOption[] = [hackathons, track, ...cohortFilters];
/** Options of `analyze`. */
export const cohortOptions: readonly FilterOption[] = [...comparedOptions, ...categoryFilters];
/** Options of `technologies`. */
export const technologyOptions: readonly FilterOption[] = [
  { ...hackathon, field: "hackathonSlugs" },
  winners,
  {
    name: "include-honorable-mentions",
    field: "includeHonorableMentions",
    help: "with --winners: also honorable mentions",
  },
  ...categoryFilters,
];

/** `side` prefixes each name: `a` makes `--a-hackathon`. */
export function addFilterOptions<T extends Command>(
  command: T,
  options: readonly FilterOption[],
  side?: { letter: string; help: string },
): T {
  command.optionsGroup(side ? side.help.toUpperCase() : "FILTERS");
  for (const { name, value, help, negation, parse = collect } of options) {
    const flag = side ? `${side.letter}-${name}` : name;
    const text = side ? `${side.help}: ${help}` : help;
    const option = new Option(value ? `--${flag} <${value}>` : `--${flag}`, text);
    command.addOption(value ? option.argParser(parse as (text: string) => unknown) : option);
    if (negation) command.option(`--no-${flag}`, negation);
  }
  command.optionsGroup("OPTIONS");
  return command;
}

/** The fields of the request, from commander's parsed options; undefined members were not given. */
export function filtersOf(
  given: object,
  options: readonly FilterOption[],
  letter?: string,
): Record<string, unknown> {
  const values = given as Record<string, unknown>;
  return Object.fromEntries(
    options.map(({ name, field }) => [field, values[camelCase(letter ? `${letter}-${name}` : name)]]),
  );
}

/** The filters of a project search: some beside `filters`, the others in it. */
export const projectsOf = (given: object) => ({
  ...filtersOf(given, placeOptions),
  filters: filtersOf(given, projectFilters),
});

function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
