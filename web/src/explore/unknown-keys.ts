/** Keys of a cohort that the corpus does not have: the service answers them with no match. */
import type { CategoriesResponse } from "../../../src/contract/api/categories.ts";
import type { FiltersResponse } from "../../../src/contract/api/filters.ts";
import type { Cohort } from "./cohort.ts";
import { nearestNames } from "./nearest.ts";

export interface UnknownKey {
  field: "hackathons" | "trackKeys" | "clusterKeys" | "categoryKeys" | "acceleratorBatchKeys";
  /** What it should have been: `hackathon`. */
  kind: string;
  key: string;
  /** Keys that may have been meant. */
  nearest: string[];
}

interface Known {
  filters: FiltersResponse;
  categories?: CategoriesResponse;
}

export function unknownKeys(cohort: Cohort, { filters, categories }: Known): UnknownKey[] {
  const keys = <Row extends { key: string }>(rows: readonly Row[]) => rows.map(({ key }) => key);
  const known = [
    ["hackathons", "hackathon", filters.hackathons.map(({ slug }) => slug)],
    ["trackKeys", "track", keys(filters.tracks)],
    ["clusterKeys", "cluster", keys(filters.clusters)],
    ["acceleratorBatchKeys", "accelerator batch", keys(filters.acceleratorBatches)],
    [
      "categoryKeys",
      "category",
      categories && keys([...categories.categories, categories.other, categories.insufficientInformation]),
    ],
  ] as const;
  return known.flatMap(([field, kind, names]) =>
    (names === undefined ? [] : (cohort[field] ?? []))
      .filter((key) => !names!.includes(key))
      .map((key) => ({ field, kind, key, nearest: nearestNames(key, names!) })),
  );
}
