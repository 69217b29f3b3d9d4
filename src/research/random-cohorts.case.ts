/**
 * For tests: random projects in clusters, some withdrawn, random cohorts of them, and plain-loop oracles for their
 * counts.
 */
import fc from "fast-check";
import type { AnalyzeDimension } from "../contract/api/analysis.ts";
import type { Totals } from "../contract/api/shared.ts";
import { categoryLabels } from "../corpus/projects/category-keys.ts";
import { hackathonsOf, taxonomy } from "../corpus/projects/project-index.case.ts";
import type { ProjectClustering, SegmentProject } from "../corpus/projects/project-input.ts";
import { randomProjects } from "../corpus/projects/random-projects.case.ts";
import { type SettledProject, settleProject } from "../corpus/projects/settled-project.ts";
import { contextOf, type TestContext } from "./demo-context.case.ts";

/** Clusters v2-c1 to v2-c5 of most of the projects; v2-c6 has no member. */
export function clusteringOf(projects: readonly SegmentProject[]): ProjectClustering {
  const numbers = [1, 2, 3, 4, 5, 6];
  const clusterOf = new Map(
    projects.flatMap(({ slug }, i) => (i % 7 === 0 ? [] : [[slug, `v2-c${1 + ((i * i) % 5)}`] as const])),
  );
  const members = (key: string) => [...clusterOf].filter(([, its]) => its === key).map(([slug]) => slug);
  return {
    clusters: numbers.map((number) => ({
      key: `v2-c${number}`,
      label: `Cluster ${number}`,
      summary: `What cluster ${number} is about.`,
      representatives: members(`v2-c${number}`).slice(3, 11),
    })),
    clusterOf,
  };
}

export interface RandomCorpus {
  context: TestContext;
  /** Every published project, newest first, including withdrawn ones. */
  published: readonly SettledProject[];
  /** Those that are not withdrawn. */
  live: readonly SettledProject[];
  clustering: ProjectClustering;
}

/** The caller disposes of the context. */
export function randomCorpus(count: number, seed: number): RandomCorpus {
  const projects = randomProjects(count, seed);
  const clustering = clusteringOf(projects);
  const context = contextOf(projects, { clustering });
  const labels = new Map(clustering.clusters.map(({ key, label }) => [key, label]));
  const surroundings = {
    hackathons: new Map(hackathonsOf(projects).map((hackathon) => [hackathon.slug, hackathon])),
    taxonomy,
    clusters: new Map(
      [...clustering.clusterOf].map(([slug, key]) => [slug, { key, label: labels.get(key)! }]),
    ),
  };
  const settled = new Map(projects.map((p) => [p.slug, settleProject(p, surroundings, () => {})]));
  const published = projects.map((_, row) => settled.get(context.index.slug(row))!);
  const withdrawn = new Set(projects.filter((_, i) => i % 13 === 0).map(({ slug }) => slug));
  for (const slug of withdrawn) context.index.withdraw(slug);
  return { context, published, live: published.filter(({ slug }) => !withdrawn.has(slug)), clustering };
}

/** Every field that any of the cohorts has. */
export interface AnyCohort {
  hackathons?: string[];
  hackathonSlugs?: string[];
  trackKeys?: string[];
  winnersOnly?: boolean;
  includeHonorableMentions?: boolean;
  acceleratorOnly?: boolean;
  acceleratorBatchKeys?: string[];
  prizePlacements?: number[];
  clusterKeys?: string[];
  categoryKeys?: string[];
  includeSecondaryCategories?: boolean;
}

export function inCohort(project: SettledProject, cohort: AnyCohort): boolean {
  const { hackathon, tracks, award, accelerator, prize, cluster, categories } = project;
  const any = <T>(wanted: readonly T[] | undefined, held: readonly (T | null | undefined)[]) =>
    !wanted?.length || wanted.some((value) => held.includes(value));
  const won = award === "winner" || (cohort.includeHonorableMentions && award === "honorable_mention");
  const second = cohort.includeSecondaryCategories ? [categories?.secondaryKey] : [];
  return (
    any(cohort.hackathons ?? cohort.hackathonSlugs, [hackathon.slug]) &&
    any(
      cohort.trackKeys,
      tracks.map(({ key }) => key),
    ) &&
    (!cohort.winnersOnly || Boolean(won)) &&
    (!cohort.acceleratorOnly || accelerator !== null) &&
    any(cohort.acceleratorBatchKeys, [accelerator?.batchKey]) &&
    any(cohort.prizePlacements, [prize?.placement]) &&
    any(cohort.clusterKeys, [cluster?.key]) &&
    any(cohort.categoryKeys, [categories?.primaryKey, ...second])
  );
}

export function totalsOf(projects: readonly SettledProject[]): Totals {
  return { projects: projects.length, winners: projects.filter(({ award }) => award === "winner").length };
}

interface Value {
  key: string;
  label: string;
}

/** What a project counts as in a dimension. */
export function valuesOf(project: SettledProject, dimension: AnalyzeDimension, overlap = false): Value[] {
  const { categories, cluster, tracks, tags } = project;
  if (dimension === "clusters") return cluster ? [cluster] : [];
  if (dimension === "tracks") return tracks.map(({ key, name }) => ({ key, label: name }));
  if (dimension !== "categories")
    return [...new Set(tags?.[dimension])].map((tag) => ({ key: tag, label: tag }));
  const labels = categoryLabels(taxonomy);
  const keys = [categories?.primaryKey, overlap ? categories?.secondaryKey : null];
  return keys.flatMap((key) => (key ? [{ key, label: labels.get(key)! }] : []));
}

export const byKey = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const some = (...values: string[]) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 });
const flag = fc.boolean();
const hackathons = some(
  "spring-2023",
  "autumn-2023",
  "open-week",
  "summer-2024",
  "unaffiliated",
  "nowhere-1999",
);
const categories = {
  categoryKeys: some(...taxonomy.categories.slice(0, 12).map(({ key }) => key), "other-emerging"),
  includeSecondaryCategories: flag,
};
const definition = {
  hackathons,
  trackKeys: some("spring-2023/payments", "summer-2024/open-data", "open-week/health", "spring-2023/never"),
  winnersOnly: flag,
  acceleratorOnly: flag,
  acceleratorBatchKeys: some("accelerator/one", "accelerator/two", "accelerator/never"),
  prizePlacements: fc.uniqueArray(fc.constantFrom(1, 2, 3, 99), { minLength: 1, maxLength: 2 }),
  clusterKeys: some("v2-c1", "v2-c2", "v2-c3", "v2-c6", "v1-c1"),
};

/** At most three of the fields at a time, so that most cohorts are not empty. */
function optional(fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<AnyCohort> {
  return fc
    .uniqueArray(fc.constantFrom(...Object.keys(fields)), { maxLength: 3 })
    .chain((names) =>
      fc.record(Object.fromEntries(names.map((name) => [name, fields[name]!]))),
    ) as fc.Arbitrary<AnyCohort>;
}

/** As POST /compare takes them. */
export const anyDefinition = optional(definition);
/** As POST /analyze takes them. */
export const anyCohort = optional({ ...definition, ...categories });
/** As POST /technologies/* take them. */
export const anyTechnologyCohort = optional({
  hackathonSlugs: hackathons,
  winnersOnly: flag,
  includeHonorableMentions: flag,
  ...categories,
}).map((cohort) => (cohort.includeHonorableMentions ? { ...cohort, winnersOnly: true } : cohort));
