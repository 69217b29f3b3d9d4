// Vectors: one-bit codes scanned by table look-up, then int8 inner products.
import * as gather from "./gather";
import * as nearest from "./nearest";
import { selectBest, sortBest } from "./select";

@inline
function allowed(mask: usize, id: u32): bool {
  return mask == 0 || (load<u8>(mask + (id >> 3)) & ((<u8>1) << (<u8>(id & 7)))) != 0;
}

/** Table entries of the low and of the high four bits of 16 code bytes, added. */
@inline
function pairOf(bytes: v128, table: usize, low: v128): v128 {
  // Shifting 16-bit lanes and masking is one instruction less than shifting bytes.
  return i8x16.add(
    i8x16.swizzle(v128.load(table), v128.and(bytes, low)),
    i8x16.swizzle(v128.load(table, 16), v128.and(i16x8.shr_u(bytes, 4), low)),
  );
}

// The scan in progress.
/** The sum of table entries that a candidate exceeds when its estimate is above the bar; −1: any sum. */
let minSum: i32 = 0;
let estimateScale: f32 = 0;
let estimateShift: f32 = 0;
let factorsAt: usize = 0;
let maxFactor: f32 = 0;
let maskAt: usize = 0;
/** Slot → vector; 0 where they are the same. */
let idsOfSlots: usize = 0;
let slotCount: u32 = 0;

/** Added to the estimates of a list. */
let listBase: f32 = 0;

/** A factor of zero marks a slot without a vector. */
function offer(estimate: f32, slot: u32): void {
  if (estimate <= gather.bar || slot >= slotCount) return;
  if (load<f32>(factorsAt + ((<usize>slot) << 2)) == 0) return;
  if (maskAt != 0) {
    const id = idsOfSlots != 0 ? load<u32>(idsOfSlots + ((<usize>slot) << 2)) : slot;
    if (!allowed(maskAt, id)) return;
  }
  if (nearest.add(estimate, slot)) setMinSum();
}

/** Offers those of a block's 16 vectors whose estimates, by their sums, are above the bar. */
function offerBlock(sumLow: v128, sumHigh: v128, base: u32): void {
  const scales = f32x4.splat(estimateScale);
  const shifts = f32x4.splat(estimateShift);
  const bases = f32x4.splat(listBase);
  for (let quarter: u32 = 0; quarter < 4; quarter++) {
    const half = quarter < 2 ? sumLow : sumHigh;
    const sums = quarter & 1 ? i32x4.extend_high_i16x8_u(half) : i32x4.extend_low_i16x8_u(half);
    const first = base + (quarter << 2);
    const estimates = f32x4.add(
      bases,
      f32x4.mul(
        v128.load(factorsAt + ((<usize>first) << 2)),
        f32x4.add(f32x4.mul(f32x4.convert_i32x4_u(sums), scales), shifts),
      ),
    );
    if (!v128.any_true(f32x4.gt(estimates, f32x4.splat(gather.bar)))) continue;
    offer(f32x4.extract_lane(estimates, 0), first);
    offer(f32x4.extract_lane(estimates, 1), first + 1);
    offer(f32x4.extract_lane(estimates, 2), first + 2);
    offer(f32x4.extract_lane(estimates, 3), first + 3);
  }
}

/** With a sum up to this, the greatest factor does not lift an estimate above the bar; one less for rounding. */
function setMinSum(): void {
  const missing = gather.bar - listBase;
  minSum =
    missing > 0 && maxFactor > 0
      ? max<i32>(0, <i32>((missing / maxFactor - estimateShift) / estimateScale) - 1)
      : -1;
}

/**
 * Begins a scan of one-bit codes for the k greatest estimates = base + factor[v] × (scale × sum + shift) that are above
 * `startBar`. `ids` gives the vector of each slot for the mask, 0 where they are the same. Both outputs hold up to
 * `room` entries, at least 2k; `bins` points at 2,048 numbers.
 */
export function beginScan(
  factors: usize,
  scale: f32,
  shift: f32,
  slots: u32,
  ids: usize,
  mask: usize,
  k: i32,
  startBar: f32,
  scoresAt: usize,
  slotsAt: usize,
  room: i32,
  bins: usize,
): void {
  nearest.begin(scoresAt, slotsAt, room, bins, k, startBar);
  estimateScale = scale;
  estimateShift = shift;
  factorsAt = factors;
  maskAt = mask;
  idsOfSlots = ids;
  slotCount = slots;
}

/**
 * Scans blocks `from` up to but not including `to`, of which no factor is above `factorLimit`. A block has `rows`
 * (dimensions / 8, even) rows of 16 bytes: byte v of row r contains bits 8r … 8r+7 of vector v. `tables` has 16 bytes
 * for each group of four dimensions, every entry at most 63. Where a candidate would need a sum above `sumLimit`, nothing is
 * scanned.
 */
export function scanBlocks(
  tables: usize,
  codes: usize,
  rows: u32,
  from: u32,
  to: u32,
  base: f32,
  factorLimit: f32,
  sumLimit: i32,
): void {
  listBase = base;
  maxFactor = factorLimit;
  setMinSum();
  if (minSum > sumLimit) return;
  const low = i8x16.splat(15);
  const blockBytes: usize = (<usize>rows) << 4;
  const blockMask = idsOfSlots == 0 ? maskAt : 0;
  for (let b = from; b < to; b++) {
    if (blockMask != 0 && load<u16>(blockMask + ((<usize>b) << 1)) == 0) continue;
    let sumLow = i16x8.splat(0);
    let sumHigh = i16x8.splat(0);
    let code = codes + (<usize>b) * blockBytes;
    const codeEnd = code + blockBytes;
    let table = tables;
    while (code < codeEnd) {
      // Four entries of at most 63 fit a byte.
      const four = i8x16.add(pairOf(v128.load(code), table, low), pairOf(v128.load(code, 16), table + 32, low));
      sumLow = i16x8.add(sumLow, i16x8.extend_low_i8x16_u(four));
      sumHigh = i16x8.add(sumHigh, i16x8.extend_high_i8x16_u(four));
      code += 32;
      table += 64;
    }
    const above = i16x8.gt_u(i16x8.max_u(sumLow, sumHigh), i16x8.splat(<i16>minSum));
    if (minSum < 0 || v128.any_true(above)) offerBlock(sumLow, sumHigh, b << 4);
  }
}

/** Ends the scan: returns how many were found, in no order. */
export function endScan(): i32 {
  return gather.end();
}

@inline
function sumOfLanes(v: v128): i32 {
  return (
    i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3)
  );
}

/** Inner product of an int16 query with an int8 vector; `dimensions` is a multiple of 32. */
@inline
export function dot(query: usize, vector: usize, dimensions: u32): i32 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  for (let j: u32 = 0; j < dimensions; j += 32) {
    const x = v128.load(vector + j);
    const y = v128.load(vector + j, 16);
    const q = query + (j << 1);
    a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(x), v128.load(q)));
    b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(x), v128.load(q, 16)));
    a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(y), v128.load(q, 32)));
    b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(y), v128.load(q, 48)));
  }
  return sumOfLanes(i32x4.add(a, b));
}

/** So many rows are fetched at a time. */
const AHEAD: i32 = 8;
/** Keeps the touching of rows from being optimised away. */
let touched: u32 = 0;

/** Reads a byte of each cache line of some rows, so that they are fetched side by side, not one after another. */
function touch(vectors: usize, dimensions: u32, ids: usize, from: i32, to: i32): void {
  let sum: u32 = 0;
  for (let i = from; i < to; i++) {
    const row = vectors + (<usize>load<u32>(ids + ((<usize>i) << 2))) * dimensions;
    for (let j: u32 = 0; j < dimensions; j += 64) sum += load<u8>(row + j);
  }
  touched = sum;
}

/**
 * Writes the numbers of the vectors whose bits are set and whose scale is not 0 to `out`, ascending; returns how many. The
 * bits are whole 64-bit words, those from `count` on are not set.
 */
export function listPresent(mask: usize, count: u32, scales: usize, out: usize): i32 {
  let found: i32 = 0;
  for (let word: u32 = 0; word < count; word += 64) {
    for (let bits = load<u64>(mask + (word >> 3)); bits !== 0; bits &= bits - 1) {
      const id: usize = word + <u32>ctz(bits);
      if (load<f32>(scales + (id << 2)) === 0) continue;
      store<u32>(out + ((<usize>found) << 2), <u32>id);
      found++;
    }
  }
  return found;
}

/** Similarities (f32) of the listed vectors: int8 inner product × the vector's scale × the query's. */
export function similarities(
  query: usize,
  queryScale: f32,
  vectors: usize,
  scales: usize,
  dimensions: u32,
  ids: usize,
  count: i32,
  out: usize,
): void {
  for (let from = 0; from < count; from += AHEAD) {
    const to = min(from + AHEAD, count);
    touch(vectors, dimensions, ids, from, to);
    for (let i = from; i < to; i++) {
      const id: usize = load<u32>(ids + ((<usize>i) << 2));
      const product = dot(query, vectors + id * dimensions, dimensions);
      store<f32>(out + ((<usize>i) << 2), <f32>product * queryScale * load<f32>(scales + (id << 2)));
    }
  }
}

/** Inner product of two int8 vectors; `dimensions` is a multiple of 32. */
@inline
export function dotInt8(some: usize, other: usize, dimensions: u32): i32 {
  let a = i32x4.splat(0);
  let b = i32x4.splat(0);
  for (let j: u32 = 0; j < dimensions; j += 16) {
    const x = v128.load(some + j);
    const y = v128.load(other + j);
    a = i32x4.add(a, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(x), i16x8.extend_low_i8x16_s(y)));
    b = i32x4.add(b, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(x), i16x8.extend_high_i8x16_s(y)));
  }
  return sumOfLanes(i32x4.add(a, b));
}

/** Inner products (f32[count × count]) of every two of `count` consecutive int8 vectors with their scales. */
export function pairwiseProducts(
  vectors: usize,
  scales: usize,
  dimensions: u32,
  count: u32,
  out: usize,
): void {
  for (let i: u32 = 0; i < count; i++) {
    const scale = load<f32>(scales + (i << 2));
    for (let j = i; j < count; j++) {
      const sum = dotInt8(vectors + i * dimensions, vectors + j * dimensions, dimensions);
      const product = <f32>sum * scale * load<f32>(scales + (j << 2));
      store<f32>(out + ((i * count + j) << 2), product);
      store<f32>(out + ((j * count + i) << 2), product);
    }
  }
}

/** Of `count` (score, id) pairs, brings the k best to the front, best first. */
export function rankBest(scores: usize, ids: usize, count: i32, k: i32): void {
  if (k < count) selectBest(scores, ids, count, k);
  sortBest(scores, ids, min(k, count));
}
