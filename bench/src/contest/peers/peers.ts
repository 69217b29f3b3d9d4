/** The peers: search libraries in other languages, each in a process of its own. */
import type { Level } from "../contender.ts";

export interface Peer {
  name: string;
  version: string;
  /** Its configuration, in a sentence. */
  setup: string;
  program: "python" | "java";
  kind: "text" | "vector";
  /** Settings of the vector search, in order of increasing recall. */
  levels: readonly Level[];
}

const lists = (label: string, settings: readonly (readonly [lists: number, refined: number])[]): Level[] =>
  settings.map(([lists, refined]) => ({
    label: `${lists} ${label}, ${refined} rescored`,
    settings: { lists, refined },
  }));
const efs: Level[] = [20, 40, 60, 80, 110, 150, 200, 250, 300, 400, 500, 650, 800, 1_500].map((ef) => ({
  label: `ef ${ef}`,
  settings: { ef },
}));

export const peers = {
  tantivy: {
    name: "tantivy",
    version: "tantivy-py 0.27.0",
    setup: "frequencies without positions, one writer",
    program: "python",
    kind: "text",
    levels: [],
  },
  lucene: {
    name: "Lucene",
    version: "lucene-core 10.3.2",
    setup: "frequencies without positions, one segment, Vector API, no query cache",
    program: "java",
    kind: "text",
    levels: [],
  },
  faiss: {
    name: "FAISS",
    version: "faiss-cpu 1.15.1",
    setup: "inverted lists, 4-bit product quantization with fast scan, refined with half floats",
    program: "python",
    kind: "vector",
    levels: lists("lists", [
      [20, 50],
      [40, 80],
      [60, 100],
      [80, 110],
      [120, 150],
      [160, 180],
      [200, 200],
      [250, 220],
      [300, 250],
      [400, 300],
      [1_000, 1_000],
    ]),
  },
  scann: {
    name: "ScaNN",
    version: "scann 1.4.2",
    setup: "tree, anisotropic quantization (threshold 0.2), reordered with floats",
    program: "python",
    kind: "vector",
    levels: lists("leaves", [
      [20, 40],
      [40, 60],
      [80, 80],
      [120, 100],
      [160, 110],
      [200, 120],
      [250, 150],
      [300, 170],
      [400, 200],
      [1_000, 500],
    ]),
  },
  hnswlib: {
    name: "hnswlib",
    version: "hnswlib 0.8.0",
    setup: "M 16, ef_construction 200, floats",
    program: "python",
    kind: "vector",
    levels: efs,
  },
  usearch: {
    name: "usearch",
    version: "usearch 2.26.6",
    setup: "connectivity 16, expansion 200, half floats",
    program: "python",
    kind: "vector",
    levels: efs,
  },
} satisfies Record<string, Peer>;

export type PeerKey = keyof typeof peers;
export const peerKeys = Object.keys(peers) as PeerKey[];
