/**
 * The similarity that callers see: how well a project's evidence fits the query, comparable between queries, so that a
 * threshold means the same for each.
 */
import { argsortBest } from "../../search/argsort.ts";
import type { Candidates } from "./candidates.ts";

/** Similarity of a project whose name is the query. */
const namedFit = 0.98;
const nearlyNamedFit = 0.85;

/** That a corpus has a topic shows in how close the nearest are: one in a hundred of the projects searched, ten at most. */
const nearest = { share: 0.01, most: 10 };

/**
 * Returns what gives each candidate's similarity, 0 to 1. It combines coverage to the power of 3 and closeness to that of
 * 2.5; the less close a project is, the more the closeness of the nearest counts instead of its own. With these powers the
 * best result is above 0.35 for 316 of 390 queries that some project answers, and for 14 of 250 that none does
 * (decision 15).
 */
export function similarityIn(
  candidates: Candidates,
  calibrated: (cosine: number) => number,
): (at: number) => number {
  const { rows, cosines, coverage, certainty, named, nearlyNamed } = candidates;
  const closenessOf = (cosine: number) => Math.max(0, calibrated(cosine));
  const around = cosines ? closenessAround(cosines, candidates.searched, closenessOf) : 0;
  return (at) => {
    const row = rows[at]!;
    if (named.has(row)) return namedFit;
    const words = coverage[at]! * certainty;
    const own = cosines ? closenessOf(cosines[at]!) : 0;
    const close = own ** 2 * own + (1 - own ** 2) * around;
    const fit = 1 - (1 - 0.8 * words ** 3) * (1 - 0.97 * close ** 2.5);
    return nearlyNamed.has(row) ? Math.max(nearlyNamedFit, fit) : fit;
  };
}

/** Mean closeness of the nearest projects. */
function closenessAround(
  cosines: Float32Array,
  searched: number,
  closenessOf: (cosine: number) => number,
): number {
  const count = Math.min(nearest.most, cosines.length, Math.ceil(searched * nearest.share));
  const best = argsortBest(Float64Array.from(cosines), count);
  return best.reduce((sum, at) => sum + closenessOf(cosines[at]!), 0) / Math.max(1, count);
}

/** The non-increasing sequence nearest to `values` by squares (pool adjacent violators; Ayer et al., 1955). */
export function nonIncreasing(values: ArrayLike<number>): Float64Array {
  const fitted = new Float64Array(values.length);
  // Of each pool so far: its mean, and the end of its values.
  const ends = new Uint32Array(values.length);
  let pools = 0;
  for (let i = 0; i < values.length; i++) {
    let mean = values[i]!;
    let count = 1;
    while (pools > 0 && fitted[pools - 1]! < mean) {
      pools--;
      const size = ends[pools]! - (pools > 0 ? ends[pools - 1]! : 0);
      mean = (mean * count + fitted[pools]! * size) / (count + size);
      count += size;
    }
    fitted[pools] = mean;
    ends[pools++] = i + 1;
  }
  for (let end = values.length; pools-- > 0; ) {
    const from = pools > 0 ? ends[pools - 1]! : 0;
    fitted.fill(fitted[pools]!, from, end);
    end = from;
  }
  return fitted;
}
