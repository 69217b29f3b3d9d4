/** The compiled kernels, bound to one shared memory. Sources in `assembly/`; all pointers are byte offsets. */
import { readFileSync } from "node:fs";

export type Pointer = number;

export interface Kernels {
  searchText(
    terms: Pointer,
    termCount: number,
    sums: Pointer,
    bounds: Pointer,
    documentCount: number,
    mask: Pointer,
    k: number,
    scores: Pointer,
    documents: Pointer,
    startThreshold: number,
  ): number;
  scoreExactly(
    terms: Pointer,
    termCount: number,
    documents: Pointer,
    count: number,
    index: Pointer,
    k1: number,
    b: number,
    averageLength: number,
    scores: Pointer,
    matched: Pointer,
  ): void;
  beginScan(
    factors: Pointer,
    scale: number,
    shift: number,
    slots: number,
    ids: Pointer,
    mask: Pointer,
    k: number,
    startBar: number,
    scores: Pointer,
    slotsOut: Pointer,
    room: number,
    bins: Pointer,
  ): void;
  scanBlocks(
    tables: Pointer,
    codes: Pointer,
    rows: number,
    from: number,
    to: number,
    base: number,
    factorLimit: number,
    sumLimit: number,
  ): void;
  endScan(): number;
  assignToNearest(
    vectors: Pointer,
    count: number,
    centroids: Pointer,
    centroidCount: number,
    dimensions: number,
    row: Pointer,
    cosines: Pointer,
    nearest: Pointer,
    similarity: Pointer,
    second: Pointer,
  ): void;
  nearestInGroups(
    centroids: Pointer,
    scales: Pointer,
    starts: Pointer,
    groupCentroids: Pointer,
    groupScales: Pointer,
    groups: number,
    near: number,
    dimensions: number,
    vectors: Pointer,
    count: number,
    out: Pointer,
    scores: Pointer,
    numbers: Pointer,
  ): void;
  twoNearestInGroups(
    rows: Pointer,
    rowScales: Pointer,
    centroids: Pointer,
    scales: Pointer,
    starts: Pointer,
    groupCentroids: Pointer,
    groupScales: Pointer,
    groups: number,
    near: number,
    dimensions: number,
    vectors: Pointer,
    count: number,
    out: Pointer,
    scores: Pointer,
    numbers: Pointer,
  ): void;
  similarities(
    query: Pointer,
    queryScale: number,
    vectors: Pointer,
    scales: Pointer,
    dimensions: number,
    ids: Pointer,
    count: number,
    out: Pointer,
  ): void;
  listPresent(mask: Pointer, count: number, scales: Pointer, out: Pointer): number;
  pairwiseProducts(vectors: Pointer, scales: Pointer, dimensions: number, count: number, out: Pointer): void;
  selectBest(scores: Pointer, ids: Pointer, count: number, k: number): void;
  rankBest(scores: Pointer, ids: Pointer, count: number, k: number): void;
  checksum(start: Pointer, length: number): bigint;
  beginChecksum(lanes: Pointer): void;
  addToChecksum(lanes: Pointer, start: Pointer, length: number): void;
  endChecksum(lanes: Pointer, length: number, start: Pointer, rest: number): bigint;
  multiply(
    starts: Pointer,
    columns: Pointer,
    values: Pointer,
    rows: number,
    dense: Pointer,
    width: number,
    out: Pointer,
  ): void;
  multiplyTransposed(
    starts: Pointer,
    columns: Pointer,
    values: Pointer,
    rows: number,
    dense: Pointer,
    width: number,
    out: Pointer,
    outRows: number,
  ): void;
  gram(dense: Pointer, rows: number, width: number, out: Pointer): void;
  multiplyInPlace(dense: Pointer, rows: number, width: number, square: Pointer, row: Pointer): void;
  pool(ids: Pointer, weights: Pointer, count: number, table: Pointer, width: number, out: Pointer): void;
}

let compiled: WebAssembly.Module | null = null;

/** Instantiates the kernels over a memory. Compiles once per thread. */
export function instantiateKernels(memory: WebAssembly.Memory): Kernels {
  compiled ??= new WebAssembly.Module(readFileSync(new URL("./kernels.wasm", import.meta.url)));
  return new WebAssembly.Instance(compiled, { env: { memory } }).exports as Kernels;
}
