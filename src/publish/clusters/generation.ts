/** Assigns each project to a cluster: of the previous generation if it can be continued, else of a new one. */
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { assignRows } from "../../search/clustering/assignment.ts";
import { centre, meanOf } from "../../search/clustering/centring.ts";
import { groupVectors, minGroup } from "../../search/clustering/group.ts";
import { type RowSource, takeRows, toUnitLength, type Vectors } from "../../search/clustering/vectors.ts";
import type { KeptCluster, KeptClusters } from "./clusters-file.ts";
import { moveMisfits } from "./fitting-members.ts";
import { sharedCategories, splitShared } from "./shared-clusters.ts";

/** A project that has a vector. */
export interface Placed {
  slug: string;
  /** Digest of its texts. */
  words: string;
}

export interface Generation {
  generation: number;
  /** The record of each cluster from the previous publish; null for those of a new generation. */
  known: (KeptCluster | null)[];
  centroids: Vectors;
  origin: Float32Array;
  /** Row → position of its cluster. */
  clusterOf: Uint32Array;
}

/** Fixed: the same vectors give the same clusters. */
const seed = 20_261_121;

/** Too few to be grouped: they are in no cluster. */
export const tooFew = (rows: number): boolean => rows < minGroup;

/** `projects` are those of the rows. */
export function newGeneration(
  vectors: Vectors,
  generation: number,
  {
    projects,
    taxonomy,
    onRound,
  }: { projects: readonly SegmentProject[]; taxonomy: Taxonomy; onRound: () => void },
): Generation {
  const origin = meanOf(vectors);
  const source = centred(vectors, origin);
  const groups = groupVectors(source, { seed, onRound });
  const split = splitShared(groups, { source, pairs: sharedCategories(projects, taxonomy) });
  const { centroids, nearest } = moveMisfits(split, { source, projects, taxonomy });
  return {
    generation,
    known: new Array<null>(centroids.rows).fill(null),
    centroids,
    origin,
    clusterOf: nearest,
  };
}

/**
 * Continues the previous generation: projects with unchanged texts keep their cluster, others go to the nearest centre.
 * After a change of embedder the centres are the means of the former members. Null when no former member is left, so
 * that its labels describe nothing.
 */
export function continueGeneration(
  vectors: Vectors,
  projects: readonly Placed[],
  { previous, embedder }: { previous: KeptClusters; embedder: string },
): Generation | null {
  const former = new Map(previous.members.map((member) => [member.slug, member]));
  const formerly = projects.map(({ slug }) => former.get(slug) ?? null);
  if (formerly.every((member) => member === null)) return null;
  const same = previous.embedder === embedder && previous.centroids.dimensions === vectors.dimensions;
  const origin = same ? previous.origin : meanOf(vectors);
  const { centroids, places } = same
    ? { centroids: previous.centroids, places: previous.clusters.map((_, place) => place) }
    : formerCentres(
        centre(vectors, origin),
        formerly.map((member) => member?.cluster ?? -1),
        previous.clusters.length,
      );
  const placeOf = new Map(places.map((from, to) => [from, to]));
  const clusterOf = Uint32Array.from(formerly, (member, row) =>
    member && member.words === projects[row]!.words ? (placeOf.get(member.cluster) ?? moved) : moved,
  );
  const rows = [...clusterOf.keys()].filter((row) => clusterOf[row] === moved);
  const nearest = assignRows({ source: centred(vectors, origin), rows }, centroids);
  rows.forEach((row, i) => {
    clusterOf[row] = nearest[i]!;
  });
  const { generation, clusters } = previous;
  return { generation, known: places.map((from) => clusters[from]!), centroids, origin, clusterOf };
}

/** Marks a row that goes to the nearest centre. */
const moved = 0xffffffff;

/** Centres rows when they are taken, so that there is never a second copy of all. */
function centred(vectors: Vectors, origin: Float32Array): RowSource {
  const { rows, dimensions } = vectors;
  return { rows, dimensions, take: (wanted) => centre(takeRows(vectors, wanted), origin) };
}

/** Means of the former members' vectors; clusters without members have none and are left out. */
function formerCentres(
  vectors: Vectors,
  clusterOf: readonly number[],
  clusters: number,
): { centroids: Vectors; places: number[] } {
  const { values, dimensions } = vectors;
  const sums = Array.from({ length: clusters }, () => new Float64Array(dimensions));
  const counts = new Uint32Array(clusters);
  clusterOf.forEach((cluster, row) => {
    if (cluster < 0) return;
    counts[cluster]!++;
    const sum = sums[cluster]!;
    for (let d = 0; d < dimensions; d++) sum[d]! += values[row * dimensions + d]!;
  });
  const places = Array.from(counts.keys()).filter((cluster) => counts[cluster]! > 0);
  const centroids = new Float32Array(places.length * dimensions);
  places.forEach((from, to) => {
    if (toUnitLength(sums[from]!)) centroids.set(sums[from]!, to * dimensions);
  });
  return { centroids: { values: centroids, rows: places.length, dimensions }, places };
}
