/** Counts over projects by column, with the slugs of some of them. */

import type { FacetBucket } from "../../contract/api/shared.ts";
import { digestOfBits } from "../../search/bitset.ts";
import { countFacet, countFacets } from "../../search/columns/facets.ts";
import type { ProjectIndex } from "./project-index.ts";
import type { ProjectColumnName } from "./project-layout.ts";

export interface ProjectFacetOptions {
  column: ProjectColumnName;
  /** Most buckets; all when omitted. */
  topK?: number;
  /** Most slugs per bucket, newest projects first; none when omitted. */
  samples?: number;
}

/** Cache of facets by the rows that they are of: searches with the same filters, or with none, request the same. */
const facetsOf = new WeakMap<ProjectIndex, Map<string, FacetBucket[]>>();
/** Cached facets per segment; the least recently used are evicted. */
const keptFacets = 256;

/** Buckets by count descending, then key. */
export function projectFacet(
  index: ProjectIndex,
  rows: Uint8Array,
  options: ProjectFacetOptions,
): FacetBucket[] {
  const kept = facetsOf.get(index) ?? new Map<string, FacetBucket[]>();
  facetsOf.set(index, kept);
  const { column, topK, samples } = options;
  const key = `${column} ${topK} ${samples} ${digestOfBits(rows)}`;
  const buckets = kept.get(key) ?? countProjectFacet(index, rows, options);
  kept.delete(key);
  kept.set(key, buckets);
  if (kept.size > keptFacets) kept.delete(kept.keys().next().value!);
  return buckets;
}

function countProjectFacet(
  index: ProjectIndex,
  rows: Uint8Array,
  { column, topK = Number.POSITIVE_INFINITY, samples = 0 }: ProjectFacetOptions,
): FacetBucket[] {
  return countFacet(index.columns[column], rows, { topK, samples }).map((bucket) => ({
    key: bucket.key,
    label: bucket.label,
    count: bucket.count,
    sampleProjectSlugs: bucket.samples.map((row) => index.slug(row)),
  }));
}

/** How many of the rows hold one value. */
export function projectCount(
  index: ProjectIndex,
  rows: Uint8Array,
  { column, key }: { column: ProjectColumnName; key: string },
): number {
  return index.columns[column].rowCountWithin(key, rows);
}

export interface CohortBucket {
  key: string;
  label: string;
  /** One per cohort. */
  counts: number[];
  /** Slugs per cohort, newest projects first. */
  samples: string[][];
}

/** Buckets over several cohorts at once, by the sum of their counts descending, then key. */
export function projectBuckets(
  index: ProjectIndex,
  cohorts: readonly Uint8Array[],
  { column, topK = Number.POSITIVE_INFINITY, samples = 0 }: ProjectFacetOptions,
): CohortBucket[] {
  return countFacets(index.columns[column], cohorts, { topK, samples }).map(
    ({ key, label, counts, samples: sampled }) => ({
      key,
      label,
      counts,
      samples: sampled.map((rows) => rows.map((row) => index.slug(row))),
    }),
  );
}
