/** Names in a request that match nothing: warned of, with the nearest ones that do. */
import type { FiltersResponse } from "../contract/api/filters.ts";
import {
  namesIn,
  namesListed,
  type UnknownName,
  unknownCategories,
  unknownNames,
} from "../contract/api/known-names.ts";
import { builtWithKinds } from "../contract/values/built-with-kinds.ts";
import { nearestNames } from "../contract/values/nearest-names.ts";
import { type ExitCode, exitCodes } from "./exit.ts";
import { onOneLine } from "./output/width.ts";
import type { Research } from "./services.ts";

type Ask = Research["ask"];
/** What it needs of a command's context. */
interface Asked {
  ask: Ask;
  note(line: string): void;
}
type Warned = Pick<UnknownName, "field" | "name" | "nearest">;

/** More than these are not useful. */
const namesShown = 5;

/** What a name of a field is. */
const nouns: Record<string, string> = {
  hackathons: "hackathon",
  hackathonSlugs: "hackathon",
  trackKeys: "track",
  labelKeys: "label",
  clusterKeys: "cluster",
  acceleratorBatchKeys: "accelerator batch",
  prizeTypes: "type of prize",
  sources: "source",
  categoryKeys: "category",
  techStack: "technology named by a team",
  primitives: "primitive",
  problemTags: "problem tag",
  solutionTags: "solution tag",
  targetUsers: "target user",
  technology: "technology",
  slug: "project",
};

const listed = (names: readonly string[]): string => names.map((name) => `"${onOneLine(name)}"`).join(", ");

function warningOf({ field, name, nearest }: Warned): string {
  const noun = nouns[field] ?? (isKind(field) ? "technology" : "record");
  const advice = nearest.length > 0 ? `nearest: ${listed(nearest)}` : "priorart filters lists the names";
  return `warning: there is no ${noun} ${listed([name])}; ${advice}`;
}

const isKind = (field: string): boolean => (builtWithKinds as readonly string[]).includes(field);

/** Warns of each name in the request that matches nothing; resolves to the exit code of the command. */
export async function warnUnknown({ ask, note }: Asked, request: object): Promise<ExitCode> {
  const given = namesIn(request);
  const tags = given.filter(({ field }) => isTag(field));
  const unknown: Warned[] = [];
  if (namesListed(request) || tags.length > 0) {
    const filters = await ask("getFilters", {});
    unknown.push(...unknownNames(request, filters));
    for (const { field, name } of tags)
      if (isTag(field) && !(await hasTag(ask, { field, name, filters })))
        unknown.push({ field, name, nearest: nearestNames(name, tagsOf(filters, field)) });
  }
  for (const { path, field, name } of given)
    if (path.includes("builtWith.") && isKind(field) && !(await isUsed(ask, field, name)))
      unknown.push({ field, name, nearest: await nearestTechnologies(ask, name, field) });
  for (const one of unknown.slice(0, namesShown)) note(warningOf(one));
  return unknown.length > 0 ? exitCodes.partial : exitCodes.ok;
}

const tagFields = ["techStack", "primitives", "problemTags", "solutionTags", "targetUsers"] as const;
type TagField = (typeof tagFields)[number];
const isTag = (field: string): field is TagField => (tagFields as readonly string[]).includes(field);

const tagsOf = (filters: FiltersResponse, field: TagField): string[] => filters[field].map(({ tag }) => tag);

/** The filters list the most frequent tags only: for others, a search is needed. */
async function hasTag(
  ask: Ask,
  { field, name, filters }: { field: TagField; name: string; filters: FiltersResponse },
): Promise<boolean> {
  return tagsOf(filters, field).includes(name) || matches(ask, { [field]: [name] });
}

const isUsed = (ask: Ask, kind: string, name: string) => matches(ask, { builtWith: { [kind]: [name] } });

async function matches(ask: Ask, filters: object): Promise<boolean> {
  const { totalFound } = await ask("searchProjects", { filters, limit: 1 });
  return totalFound > 0;
}

/** Of one kind, or of all. */
async function nearestTechnologies(ask: Ask, name: string, kind?: string): Promise<string[]> {
  const { results } = await ask("listTopTechnologies", { technologyCategory: kind, topK: 50 });
  return nearestNames(
    name,
    results.map(({ technology }) => technology.name),
  );
}

/** The same for the technology that a command asks about, when no project of any cohort carries it. */
export async function warnUnknownTechnology(
  { ask, note }: Asked,
  technology: { category: string; name: string },
): Promise<ExitCode> {
  const { totals } = await ask("countTechnology", { technology });
  if (totals.count > 0) return exitCodes.ok;
  const { name } = technology;
  note(warningOf({ field: "technology", name, nearest: await nearestTechnologies(ask, name) }));
  return exitCodes.partial;
}

/** What to write instead, for a request that was refused; null without advice. */
export async function nearestTo(error: unknown, request: object, ask: Ask): Promise<string | null> {
  const code = error instanceof Error && "code" in error ? error.code : null;
  if (code === "INVALID_QUERY" && namesIn(request).some(({ field }) => field === "categoryKeys")) {
    const [first] = unknownCategories(request, await ask("getCategories", {}), 1);
    return first && first.nearest.length > 0 ? `nearest: ${listed(first.nearest)}` : null;
  }
  if (code !== "NOT_FOUND") return null;
  if ("slug" in request) {
    const query = String(request.slug).replaceAll(/[-_]+/g, " ").slice(0, 200);
    const { results } = await ask("searchProjects", { query, limit: 3 });
    return results.length > 0 ? `nearest: ${listed(results.map(({ slug }) => slug))}` : null;
  }
  if ("hackathon" in request) {
    const { hackathons } = await ask("getFilters", {});
    const nearest = nearestNames(
      String(request.hackathon),
      hackathons.map(({ slug }) => slug),
    );
    return nearest.length > 0 ? `nearest: ${listed(nearest)}` : null;
  }
  return null;
}
