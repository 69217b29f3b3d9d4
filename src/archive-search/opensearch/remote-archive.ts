import type { ArchiveIndex } from "../../corpus/archive/archive-index.ts";
import type { ManifestArchiveSegment } from "../../corpus/manifest.ts";
import type { Cluster } from "./cluster.ts";
import type { IndexNames } from "./indices.ts";
import type { SegmentNumbers } from "./segment-numbers.ts";

/** What all requests on a snapshot share. */
export interface RemoteArchive {
  /** The snapshot's segments: numbers, records and statistics, without texts, postings and vectors. */
  outline: ArchiveIndex;
  segments: readonly ManifestArchiveSegment[];
  numbers: SegmentNumbers;
  names: IndexNames;
  cluster: Cluster;
}
