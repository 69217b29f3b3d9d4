/** Cohorts of the demo and their distributions, by plain loops over its files. */
import type { OperationOutput } from "../../../src/contract/api/operations.ts";
import { type DemoProject, tagKinds, toolKinds } from "./demo-projects.ts";

export const dimensions = ["categories", "clusters", "tracks", ...tagKinds] as const;
export type Dimension = (typeof dimensions)[number];

export const totalsOf = (projects: readonly DemoProject[]) => ({
  projects: projects.length,
  winners: projects.filter(({ award }) => award === "winner").length,
});

type CategoryLabels = ReadonlyMap<string, string>;

/** Key → label, from GET /categories. */
export function labelsOf(response: OperationOutput<"getCategories">): CategoryLabels {
  const { categories, other, insufficientInformation } = response;
  return new Map([...categories, other, insufficientInformation].map(({ key, label }) => [key, label]));
}

/** A project's values in a dimension, from the files; clusters are not in the files. */
export function valuesOf(
  { record, tracks }: DemoProject,
  dimension: Exclude<Dimension, "clusters">,
  { labels, overlap = false }: { labels: CategoryLabels; overlap?: boolean },
): { key: string; label: string }[] {
  if (dimension === "tracks") return tracks.map(({ key, name }) => ({ key, label: name }));
  if (dimension !== "categories") return record.tags[dimension].map((tag) => ({ key: tag, label: tag }));
  const { primaryKey, secondaryKey } = record.categories;
  const keys = overlap && secondaryKey ? [primaryKey, secondaryKey] : [primaryKey];
  return keys.map((key) => ({ key, label: labels.get(key)! }));
}

export interface CohortCase {
  name: string;
  cohort: Record<string, unknown>;
  passes(project: DemoProject): boolean;
}

/** Cohorts that /analyze and both sides of /compare accept. */
export const cohortCases: CohortCase[] = [
  { name: "everything", cohort: {}, passes: () => true },
  {
    name: "two hackathons and an unknown one",
    cohort: { hackathons: ["lattice-2024", "northwind-2025", "nowhere-1999"] },
    passes: ({ hackathon }) => ["lattice-2024", "northwind-2025"].includes(hackathon.slug),
  },
  {
    name: "a track",
    cohort: { trackKeys: ["meridian-2023/payments"] },
    passes: ({ tracks }) => tracks.some(({ key }) => key === "meridian-2023/payments"),
  },
  { name: "winners", cohort: { winnersOnly: true }, passes: ({ award }) => award === "winner" },
  {
    name: "an accelerator",
    cohort: { acceleratorOnly: true },
    passes: ({ record }) => record.accelerator !== undefined,
  },
  {
    name: "one of its batches",
    cohort: { acceleratorBatchKeys: ["accelerator/cohort-2"] },
    passes: ({ record }) => record.accelerator?.batchKey === "accelerator/cohort-2",
  },
  {
    name: "first and third places",
    cohort: { prizePlacements: [1, 3, 1] },
    passes: ({ prize }) => prize?.placement === 1 || prize?.placement === 3,
  },
  {
    name: "winners of one hackathon",
    cohort: { hackathons: ["meridian-2023"], winnersOnly: true, trackKeys: [] },
    passes: ({ hackathon, award }) => hackathon.slug === "meridian-2023" && award === "winner",
  },
  {
    name: "a contradiction",
    cohort: { hackathons: ["northwind-2025"], trackKeys: ["meridian-2023/payments"] },
    passes: () => false,
  },
  { name: "a cluster of another generation", cohort: { clusterKeys: ["v999-c1"] }, passes: () => false },
];

/** Cohorts that only /analyze and the technology operations accept. */
export const categoryCases: CohortCase[] = [
  {
    name: "a category",
    cohort: { categoryKeys: ["payments-checkout", "gaming"] },
    passes: ({ record }) => ["payments-checkout", "gaming"].includes(record.categories.primaryKey),
  },
  {
    name: "a category, second ones as well",
    cohort: { categoryKeys: ["payments-checkout"], includeSecondaryCategories: true },
    passes: ({ record: { categories } }) =>
      [categories.primaryKey, categories.secondaryKey].includes("payments-checkout"),
  },
];

/** Names of everything that a project is built with, of any kind. */
export function toolsOf({ record }: DemoProject): Set<string> {
  const tools = toolKinds.flatMap((kind) => record.builtWith?.[kind] ?? []);
  return new Set(tools.map(({ name }) => name.trim().toLowerCase()));
}
