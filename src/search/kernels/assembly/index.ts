// The exported functions. All pointers are byte offsets into the one imported shared memory;
// the module itself stores nothing there.
export { searchText, scoreExactly } from "./text";
export {
  beginScan,
  endScan,
  listPresent,
  pairwiseProducts,
  rankBest,
  scanBlocks,
  similarities,
} from "./vector";
export { assignToNearest } from "./assignment";
export { nearestInGroups, twoNearestInGroups } from "./centroids";
export { selectBest } from "./select";
export { addToChecksum, beginChecksum, checksum, endChecksum } from "./checksum";
export { multiply, multiplyTransposed, gram, multiplyInPlace, pool } from "./linear";
