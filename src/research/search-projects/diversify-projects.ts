/** Diversifies a ranking over hackathons, tracks and clusters by maximal marginal relevance (MMR). */
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import type { Column } from "../../search/columns/column.ts";
import { diversify } from "../../search/diversify.ts";
import type { RankedProject } from "./ranking.ts";

/** How many of the best are reranked; pages beyond them follow the plain ranking. */
const reranked = 100;
const balance = 0.7;
/** What the same hackathon, track or cluster adds to the similarity of two projects; the sum is 1. */
const shares = { hackathons: 0.3, tracks: 0.3, clusters: 0.4 } as const;

/** The ranking with its first `count` places filled by MMR. */
export function diversifyProjects(
  index: ProjectIndex,
  ranked: readonly RankedProject[],
  count: number,
): RankedProject[] {
  const head = ranked.slice(0, reranked);
  const similarity = similarityOf(
    index,
    head.map(({ row }) => row),
  );
  const relevance = head.map((project) => project.relevance);
  const picked = diversify(relevance, { count: Math.min(count, head.length), balance, likeness: similarity });
  const taken = new Set(picked);
  const rest = head.filter((_, i) => !taken.has(i));
  return [...picked.map((i) => head[i]!), ...rest, ...ranked.slice(head.length)];
}

function similarityOf({ columns }: ProjectIndex, rows: readonly number[]): (a: number, b: number) => number {
  const dimensions = (Object.keys(shares) as (keyof typeof shares)[]).map((name) => ({
    share: shares[name],
    values: rows.map((row) => valuesOf(columns[name], row)),
  }));
  return (a, b) =>
    dimensions.reduce((sum, { share, values }) => (meet(values[a]!, values[b]!) ? sum + share : sum), 0);
}

function valuesOf({ arrays }: Column, row: number): Uint32Array {
  return arrays.values.subarray(arrays.starts[row]!, arrays.starts[row + 1]!);
}

function meet(a: Uint32Array, b: Uint32Array): boolean {
  return a.some((value) => b.includes(value));
}
