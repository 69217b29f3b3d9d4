/** How alike the projects of each cluster are. */
import { bitsetBytes, forEachBit } from "../../search/bitset.ts";
import { prepareDirection } from "../../search/vector/vector-index.ts";
import type { ProjectCorpus } from "./project-corpus.ts";
import type { ProjectIndex } from "./project-index.ts";

/** Computed once per index, over the projects as published: reading every vector takes some milliseconds. */
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

/** Rows with a vector. */
function membersOf(projects: ProjectIndex, key: string): Uint32Array {
  const bits = new Uint8Array(bitsetBytes(projects.count));
  projects.columns.clusters.markRows([key], bits);
  const rows: number[] = [];
  forEachBit(bits, (row) => {
    if (projects.vectors.has(row)) rows.push(row);
  });
  return Uint32Array.from(rows);
}

/** Rows compared in one call of the kernel. */
const batch = 16_384;

function meanCloseness(corpus: ProjectCorpus, rows: Uint32Array): number {
  if (rows.length === 0) return 0;
  const { projects } = corpus;
  const sum = new Float64Array(projects.vectors.dimensions);
  for (const row of rows) {
    const vector = projects.vectors.rotatedVector(row);
    for (let j = 0; j < sum.length; j++) sum[j]! += vector[j]!;
  }
  const centre = prepareDirection(Float32Array.from(sum));
  let total = 0;
  for (let from = 0; from < rows.length; from += batch) {
    const cosines = projects.vectors.similarities(
      centre,
      rows.subarray(from, from + batch),
      projects.scratch,
    );
    for (const cosine of cosines) total += corpus.calibrated(cosine);
  }
  return Math.round((total / rows.length) * 10_000) / 10_000;
}
