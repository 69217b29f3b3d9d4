/** What of a comparison is in its address: two cohorts, `a.` and `b.`. */
import type { RequestOf } from "@prior-art/client";
import type { CompareDimension, CompareRow } from "../../../../src/contract/api/analysis.ts";
import { fewLast } from "../../charts/few-last.ts";
import {
  type Cohort,
  comparedCohort,
  dimensionNames,
  readCohort,
  writeCohort,
} from "../../explore/cohort.ts";
import { asChoice, asKeys, type RawSearch } from "../../router/search-params.ts";

export type CompareOrder = "common" | "difference";

export interface Comparison {
  a: Cohort;
  b: Cohort;
  /** At least one. */
  dimensions: CompareDimension[];
  /** Default: difference. */
  sort: CompareOrder;
}

export const compareDimensions = [
  "clusters",
  "problemTags",
  "solutionTags",
  "primitives",
  "techStack",
  "targetUsers",
  "tracks",
] as const satisfies readonly CompareDimension[];
const defaultDimensions: readonly CompareDimension[] = ["clusters", "problemTags", "primitives", "techStack"];

const isDimension = (name: string): name is CompareDimension => compareDimensions.some((one) => one === name);

/** Without any cohort, winners are compared with all projects. */
export function readComparison(raw: RawSearch): Comparison {
  const [a, b] = [readCohort(raw, "a."), readCohort(raw, "b.")];
  const isEmpty = Object.keys(a).length === 0 && Object.keys(b).length === 0;
  const asked = (asKeys(raw.dimensions) ?? []).filter(isDimension);
  return {
    a: isEmpty && raw.all === undefined ? { winnersOnly: true } : a,
    b,
    dimensions: asked.length > 0 ? asked : [...defaultDimensions],
    sort: asChoice(raw.sort, ["common", "difference"]) ?? "difference",
  };
}

/** `all` says that both cohorts are everything on purpose. */
export function writeComparison({ a, b, dimensions, sort }: Comparison): RawSearch {
  const isEmpty = Object.keys(a).length === 0 && Object.keys(b).length === 0;
  return {
    ...writeCohort(a, "a."),
    ...writeCohort(b, "b."),
    all: isEmpty ? "true" : undefined,
    dimensions: dimensions.join() === defaultDimensions.join() ? undefined : dimensions,
    sort: sort === "difference" ? undefined : sort,
  };
}

export const compareRequest = ({ a, b, dimensions }: Comparison): RequestOf<"compare"> => ({
  cohortA: comparedCohort(a),
  cohortB: comparedCohort(b),
  dimensions,
  topK: 20,
});

/** Rows as the service orders them, or by the difference of the shares, those with few projects last. */
export function ordered(rows: readonly CompareRow[], sort: CompareOrder): CompareRow[] {
  if (sort === "common") return [...rows];
  const byDifference = [...rows].sort((one, other) => Math.abs(other.delta) - Math.abs(one.delta));
  return fewLast(byDifference, ({ countA, shareA, countB, shareB }) => [
    { count: countA, share: shareA },
    { count: countB, share: shareB },
  ]);
}

interface Names {
  hackathons: readonly { slug: string; name: string }[];
  clusters: readonly { key: string; label: string }[];
}

/** A cohort in a few words: `winners, Spring 2024`. */
export function cohortName(cohort: Cohort, names: Names): string {
  const { hackathons, clusterKeys, winnersOnly, ...rest } = cohort;
  const some = (keys: readonly string[] | undefined, label: (key: string) => string, many: string) =>
    keys === undefined ? [] : [keys.length === 1 ? label(keys[0]!) : `${keys.length} ${many}`];
  const words = [
    ...(winnersOnly ? ["winners"] : []),
    ...some(
      hackathons,
      (slug) => names.hackathons.find((one) => one.slug === slug)?.name ?? slug,
      "hackathons",
    ),
    ...some(clusterKeys, (key) => names.clusters.find((one) => one.key === key)?.label ?? key, "clusters"),
    ...Object.keys(rest).map((field) => fieldWords[field] ?? field),
  ];
  return words.length === 0 ? "all projects" : words.join(", ");
}

const fieldWords: Record<string, string> = {
  trackKeys: "chosen tracks",
  acceleratorOnly: "in an accelerator",
  acceleratorBatchKeys: "chosen batches",
  prizePlacements: "chosen placements",
};

export const dimensionTitle = (dimension: CompareDimension): string => dimensionNames[dimension];
