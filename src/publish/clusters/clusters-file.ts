/** The clusters of a snapshot as a segment file: what the next publish needs to keep their keys. */
import { join } from "node:path";
import type { Vectors } from "../../search/clustering/vectors.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { readSections } from "../../search/segment/section-file.ts";
import { writeSections } from "../../search/segment/section-writer.ts";

export const clustersSegmentKind = "clusters";

/** Texts of a cluster and their author: a model's version, or {@link builtIn}. */
export interface KeptCluster {
  /** The `n` of its key `v<generation>-c<n>`. */
  number: number;
  label: string;
  labelledBy: string;
  /** Its distinctive phrases when its generation was created, as written within a sentence. */
  themes: string[];
  summary: string;
  summarisedBy: string;
  /** Digest of the members that the summary describes, and of their texts. */
  membership: string;
}

export const builtIn = "built-in";

export interface KeptClusters {
  generation: number;
  /** Digest of the input projects and vectors. */
  content: string;
  embedder: string;
  clusters: KeptCluster[];
  /** One row per cluster. */
  centroids: Vectors;
  /** Mean of the vectors, subtracted before directions are compared. */
  origin: Float32Array;
  members: KeptMember[];
}

export interface KeptMember {
  slug: string;
  /** Position in `clusters`. */
  cluster: number;
  /** Digest of the project's texts. */
  words: string;
}

interface Meta extends Omit<KeptClusters, "centroids" | "origin" | "members"> {
  dimensions: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Writes the complete file, or leaves nothing behind. */
export function writeClusters(segments: string, file: string, kept: KeptClusters): void {
  const { centroids, origin, members, ...rest } = kept;
  const meta: Meta = { ...rest, dimensions: centroids.dimensions };
  writeSections(join(segments, `${file}.seg`), {
    kind: clustersSegmentKind,
    meta,
    sections: {
      centroids: centroids.values,
      origin,
      clusterOf: Uint32Array.from(members, ({ cluster }) => cluster),
      texts: encoder.encode(JSON.stringify(members.map(({ slug, words }) => [slug, words]))),
    },
  });
}

/** Throws a SegmentError when the file is missing or damaged. */
export function readClusters(segments: string, file: string): KeptClusters {
  const { meta, arrays } = readSections<Meta>(
    join(segments, `${file}.seg`),
    clustersSegmentKind,
    new Arena(1 << 16),
  );
  const { dimensions, ...rest } = meta;
  const texts = JSON.parse(decoder.decode(Uint8Array.from(arrays.texts!))) as [string, string][];
  return {
    ...rest,
    centroids: { values: Float32Array.from(arrays.centroids!), rows: meta.clusters.length, dimensions },
    origin: Float32Array.from(arrays.origin!),
    members: texts.map(([slug, words], i) => ({ slug, words, cluster: arrays.clusterOf![i]! })),
  };
}
