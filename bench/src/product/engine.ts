/** The engine's parts that the bench works with, from the built product. */
import { loadBuilt } from "./dist.ts";

export interface Engine {
  analyzer: typeof import("../../../src/search/analysis/analyzer.ts");
  growable: typeof import("../../../src/search/growable-uint32.ts");
  dictionary: typeof import("../../../src/search/analysis/dictionary.ts");
  arena: typeof import("../../../src/search/kernels/arena.ts");
  scratch: typeof import("../../../src/search/kernels/scratch.ts");
  postings: typeof import("../../../src/search/text/postings.ts");
  textIndex: typeof import("../../../src/search/text/text-index.ts");
  bm25: typeof import("../../../src/search/text/bm25.ts");
  coarseQuantizer: typeof import("../../../src/search/vector/coarse-quantizer.ts");
  codes: typeof import("../../../src/search/vector/codes.ts");
  rotation: typeof import("../../../src/search/vector/rotation.ts");
  vectorIndex: typeof import("../../../src/search/vector/vector-index.ts");
  sections: typeof import("../../../src/search/segment/section-file.ts");
  sectionWriter: typeof import("../../../src/search/segment/section-writer.ts");
  fusion: typeof import("../../../src/search/fusion.ts");
}

const paths: Record<keyof Engine, string> = {
  analyzer: "search/analysis/analyzer.js",
  growable: "search/growable-uint32.js",
  dictionary: "search/analysis/dictionary.js",
  arena: "search/kernels/arena.js",
  scratch: "search/kernels/scratch.js",
  postings: "search/text/postings.js",
  textIndex: "search/text/text-index.js",
  bm25: "search/text/bm25.js",
  coarseQuantizer: "search/vector/coarse-quantizer.js",
  codes: "search/vector/codes.js",
  rotation: "search/vector/rotation.js",
  vectorIndex: "search/vector/vector-index.js",
  sections: "search/segment/section-file.js",
  sectionWriter: "search/segment/section-writer.js",
  fusion: "search/fusion.js",
};

export async function loadEngine(): Promise<Engine> {
  const entries = Object.entries(paths).map(async ([name, path]) => [name, await loadBuilt(path)] as const);
  return Object.fromEntries(await Promise.all(entries)) as unknown as Engine;
}
