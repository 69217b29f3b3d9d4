/**
 * Moves the members of each cluster that its label would not fit: those whose main category the cluster does not name, where
 * another one names it. A text can be nearest to a cluster of another subject by a single word.
 */
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { assignRows } from "../../search/clustering/assignment.ts";
import { type Grouping, withoutSmall } from "../../search/clustering/group.ts";
import { type RowSource, takeRows } from "../../search/clustering/vectors.ts";
import { subjectsOf } from "./category-subjects.ts";

/** What leaves a cluster may change what it names, twice. */
const rounds = 2;

export function moveMisfits(
  grouping: Grouping,
  from: { source: RowSource; projects: readonly SegmentProject[]; taxonomy: Taxonomy },
): Grouping {
  let current = grouping;
  for (let round = 0; round < rounds; round++) {
    const clusterOf = refitted(current, from);
    if (clusterOf.every((cluster, row) => cluster === current.nearest[row])) return current;
    current = withoutSmall(clusterOf, { source: from.source, clusters: current.centroids.rows });
  }
  return current;
}

/** The cluster of each row: its own, or the nearest of those that name its main category. */
function refitted(
  { centroids, nearest }: Grouping,
  { source, projects, taxonomy }: Parameters<typeof moveMisfits>[1],
): Uint32Array {
  const members: number[][] = Array.from({ length: centroids.rows }, () => []);
  nearest.forEach((cluster, row) => {
    members[cluster]!.push(row);
  });
  const subjects = subjectsOf(projects, members, taxonomy);
  const naming = new Map<string, number[]>();
  subjects.forEach((subject, cluster) => {
    if (!subject?.isCertain) return;
    for (const key of subject.keys) naming.set(key, [...(naming.get(key) ?? []), cluster]);
  });
  const misfits = new Map<string, number[]>();
  projects.forEach(({ record }, row) => {
    const key = record.categories?.primaryKey ?? "";
    if (!naming.has(key) || naming.get(key)!.includes(nearest[row]!)) return;
    const rows = misfits.get(key);
    if (rows) rows.push(row);
    else misfits.set(key, [row]);
  });
  const clusterOf = nearest.slice();
  for (const [key, rows] of misfits) {
    const clusters = naming.get(key)!;
    const found = assignRows({ source, rows }, takeRows(centroids, clusters));
    rows.forEach((row, i) => {
      clusterOf[row] = clusters[found[i]!]!;
    });
  }
  return clusterOf;
}
