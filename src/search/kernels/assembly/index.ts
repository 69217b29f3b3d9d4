// Everything the host may call. All pointers are byte offsets into the one imported shared memory;
// the module itself keeps nothing there.
export { searchText, scoreExactly } from "./text";
export { beginScan, endScan, nearestCentroids, rankBest, scanBlocks, similarities } from "./vector";
export { checksum } from "./checksum";
export { multiply, multiplyTransposed, gram, multiplyInPlace, pool } from "./linear";
