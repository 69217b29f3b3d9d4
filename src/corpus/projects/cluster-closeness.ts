/** How alike the projects of each cluster are. */
import { prepareDirection } from "../../search/vector/vector-index.ts";
import type { ProjectCorpus } from "./project-corpus.ts";
import type { ProjectIndex } from "./project-index.ts";

/** Computed once per index, over the projects as published. */
const known = new WeakMap<ProjectIndex, ReadonlyMap<string, number>>();

/** Cluster key → mean calibrated closeness of its projects to their mean vector, 0 to 1. */
export function clusterCloseness(corpus: ProjectCorpus): ReadonlyMap<string, number> {
  const { projects } = corpus;
  const found =
    known.get(projects) ??
    new Map(
      [...projects.clusters.keys()].map((key) => [key, meanCloseness(corpus, membersOf(projects, key))]),
    );
  known.set(projects, found);
  return found;
}

/** Members of a cluster that are read, evenly spread. */
const maxRead = 500;

/** Rows with a vector, or an even sample of many. */
function membersOf(projects: ProjectIndex, key: string): Uint32Array {
  const rows = projects.columns.clusters.rowsOf(key).filter((row) => projects.vectors.has(row));
  const count = Math.min(rows.length, maxRead);
  return Uint32Array.from({ length: count }, (_, i) => rows[Math.floor((i * rows.length) / count)]!);
}

function meanCloseness(corpus: ProjectCorpus, rows: Uint32Array): number {
  if (rows.length === 0) return 0;
  const { projects } = corpus;
  const sum = new Float64Array(projects.vectors.dimensions);
  for (const row of rows) {
    const stored = projects.vectors.storedVector(row);
    if (!stored) continue;
    const { int8, scale } = stored;
    for (let j = 0; j < sum.length; j++) sum[j]! += int8[j]! * scale;
  }
  const centre = prepareDirection(Float32Array.from(sum));
  let total = 0;
  for (const cosine of projects.vectors.similarities(centre, rows, projects.scratch))
    total += corpus.calibrated(cosine);
  return Math.round((total / rows.length) * 10_000) / 10_000;
}
