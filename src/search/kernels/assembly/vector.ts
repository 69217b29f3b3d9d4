// Vectors: one-bit codes scanned by table look-up, then int8 inner products.
import * as heap from "./heap";

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

/**
 * Scans one-bit codes in blocks of 16 vectors. A block has `rows` (dimensions / 8, even) rows of 16 bytes: byte v of row r
 * holds bits 8r … 8r+7 of vector v. `tables` has 16 bytes for each group of four dimensions, every entry at
 * most 63. Estimate = factor[v] × (scale × sum + shift). Keeps the k greatest.
 */
export function scanCodes(
  tables: usize,
  codes: usize,
  rows: u32,
  factors: usize,
  scale: f32,
  shift: f32,
  count: u32,
  mask: usize,
  k: i32,
  scoresAt: usize,
  idsAt: usize,
): i32 {
  heap.reset(scoresAt, idsAt, k, -f32.MAX_VALUE, false);
  const low = i8x16.splat(15);
  const scales = f32x4.splat(scale);
  const shifts = f32x4.splat(shift);
  const blocks = (count + 15) >> 4;
  const blockBytes: usize = (<usize>rows) << 4;
  for (let b: u32 = 0; b < blocks; b++) {
    if (mask != 0 && load<u16>(mask + ((<usize>b) << 1)) == 0) continue;
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
    const base = b << 4;
    for (let quarter: u32 = 0; quarter < 4; quarter++) {
      const half = quarter < 2 ? sumLow : sumHigh;
      const sums = quarter & 1 ? i32x4.extend_high_i16x8_u(half) : i32x4.extend_low_i16x8_u(half);
      const first = base + (quarter << 2);
      const estimates = f32x4.mul(
        v128.load(factors + ((<usize>first) << 2)),
        f32x4.add(f32x4.mul(f32x4.convert_i32x4_u(sums), scales), shifts),
      );
      if (heap.full && !v128.any_true(f32x4.gt(estimates, f32x4.splat(heap.threshold)))) continue;
      offer(f32x4.extract_lane(estimates, 0), first, count, factors, mask);
      offer(f32x4.extract_lane(estimates, 1), first + 1, count, factors, mask);
      offer(f32x4.extract_lane(estimates, 2), first + 2, count, factors, mask);
      offer(f32x4.extract_lane(estimates, 3), first + 3, count, factors, mask);
    }
  }
  return heap.size();
}

/** A factor of zero marks a document without a vector. */
@inline
function offer(estimate: f32, id: u32, count: u32, factors: usize, mask: usize): void {
  if (id >= count || (heap.full && estimate <= heap.threshold)) return;
  if (load<f32>(factors + ((<usize>id) << 2)) == 0 || !allowed(mask, id)) return;
  heap.push(estimate, id);
}

/** Inner product of an int16 query with an int8 vector; `dimensions` is a multiple of 32. */
@inline
function dot(query: usize, vector: usize, dimensions: u32): i32 {
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
  a = i32x4.add(a, b);
  return (
    i32x4.extract_lane(a, 0) + i32x4.extract_lane(a, 1) + i32x4.extract_lane(a, 2) + i32x4.extract_lane(a, 3)
  );
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
  for (let i = 0; i < count; i++) {
    const id: usize = load<u32>(ids + ((<usize>i) << 2));
    const product = dot(query, vectors + id * dimensions, dimensions);
    store<f32>(out + ((<usize>i) << 2), <f32>product * queryScale * load<f32>(scales + (id << 2)));
  }
}
