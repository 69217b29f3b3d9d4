/**
 * Clusters between two categories. A project whose category is unsure belongs as likely to the second that was found for
 * it: those that share both are grouped together, under a label that names both, instead of in a cluster of either.
 */
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { type Grouping, minSize, withoutSmall } from "../../search/clustering/group.ts";
import type { RowSource } from "../../search/clustering/vectors.ts";

/** Minimum number of projects of such a cluster, however few there are in all. */
const minShared = 12;

/** Of each project, its two categories in a fixed order where the first is unsure; null for others. */
export function sharedCategories(
  projects: readonly SegmentProject[],
  { categories }: Pick<Taxonomy, "categories">,
): (string | null)[] {
  const known = new Set(categories.map(({ key }) => key));
  return projects.map(({ record }) => {
    const { primaryKey, secondaryKey, confidence } = record.categories ?? {};
    if (confidence === "high" || !known.has(primaryKey ?? "") || !known.has(secondaryKey ?? "")) return null;
    return [primaryKey, secondaryKey].sort().join(" ");
  });
}

/**
 * Moves the rows of every pair that enough rows share into a cluster of its own. Clusters that are too small then are
 * dissolved; centroids are the means of their rows, the largest cluster first.
 */
export function splitShared(
  grouping: Grouping,
  { source, pairs }: { source: RowSource; pairs: readonly (string | null)[] },
): Grouping {
  const places = sharedPairs(pairs, Math.max(minShared, minSize(source.rows)));
  if (places.size === 0) return grouping;
  const groups = grouping.centroids.rows;
  const clusterOf = grouping.nearest.map((own, row) => {
    const place = places.get(pairs[row] ?? "");
    return place === undefined ? own : groups + place;
  });
  return withoutSmall(clusterOf, { source, clusters: groups + places.size });
}

/** Pair → its place among those that at least so many rows share. */
function sharedPairs(pairs: readonly (string | null)[], least: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const pair of pairs) if (pair !== null) counts.set(pair, (counts.get(pair) ?? 0) + 1);
  const shared = [...counts].flatMap(([pair, count]) => (count >= least ? [pair] : []));
  return new Map(shared.sort().map((pair, place) => [pair, place]));
}
