// Nearest centroids of vectors in f32, with sums in f64: of each vector the best and the second-best cosine.

@inline
function sumOf(pair: v128): f64 {
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

@inline
function cosineWithOne(row: usize, centre: usize, dimensions: u32): f64 {
  const stride: usize = dimensions << 3;
  let sum = f64x2.splat(0);
  for (let at: usize = 0; at < stride; at += 16)
    sum = f64x2.add(sum, f64x2.mul(v128.load(row + at), v128.load(centre + at)));
  return sumOf(sum);
}

/** Cosines with four centroids at a time, so that each number of the row is loaded once for all four. */
@inline
function cosinesWithFour(row: usize, centre: usize, dimensions: u32, out: usize): void {
  const stride: usize = dimensions << 3;
  let one = f64x2.splat(0);
  let two = f64x2.splat(0);
  let three = f64x2.splat(0);
  let four = f64x2.splat(0);
  for (let at: usize = 0; at < stride; at += 16) {
    const values = v128.load(row + at);
    one = f64x2.add(one, f64x2.mul(values, v128.load(centre + at)));
    two = f64x2.add(two, f64x2.mul(values, v128.load(centre + stride + at)));
    three = f64x2.add(three, f64x2.mul(values, v128.load(centre + 2 * stride + at)));
    four = f64x2.add(four, f64x2.mul(values, v128.load(centre + 3 * stride + at)));
  }
  store<f64>(out, sumOf(one));
  store<f64>(out, sumOf(two), 8);
  store<f64>(out, sumOf(three), 16);
  store<f64>(out, sumOf(four), 24);
}

/**
 * Of each of `count` vectors (rows of f32), the number of the nearest centroid (u32; of equally near ones the first), the
 * cosine with it, and that with the second nearest (f64; -1 where there is one centroid). Rows of both have `dimensions`
 * numbers, a multiple of 4; centroids are f64. `row` has a place for one vector in f64, `cosines` one for each centroid.
 */
export function assignToNearest(
  vectors: usize,
  count: u32,
  centroids: usize,
  centroidCount: u32,
  dimensions: u32,
  row: usize,
  cosines: usize,
  nearest: usize,
  similarity: usize,
  second: usize,
): void {
  const bytes: usize = dimensions << 2;
  for (let i: u32 = 0; i < count; i++) {
    const vector = vectors + (<usize>i) * bytes;
    for (let at: usize = 0; at < bytes; at += 8)
      v128.store(row + (at << 1), f64x2.promote_low_f32x4(v128.load64_zero(vector + at)));
    let compared: u32 = 0;
    for (; compared + 4 <= centroidCount; compared += 4) {
      const centre = centroids + ((<usize>compared * dimensions) << 3);
      cosinesWithFour(row, centre, dimensions, cosines + ((<usize>compared) << 3));
    }
    for (; compared < centroidCount; compared++) {
      const centre = centroids + ((<usize>compared * dimensions) << 3);
      store<f64>(cosines + ((<usize>compared) << 3), cosineWithOne(row, centre, dimensions));
    }
    let best: u32 = 0;
    let greatest = load<f64>(cosines);
    let next: f64 = -f64.MAX_VALUE;
    for (let c: u32 = 1; c < centroidCount; c++) {
      const cosine = load<f64>(cosines + ((<usize>c) << 3));
      if (cosine > greatest) {
        next = greatest;
        greatest = cosine;
        best = c;
      } else if (cosine > next) next = cosine;
    }
    store<u32>(nearest + ((<usize>i) << 2), best);
    store<f64>(similarity + ((<usize>i) << 3), greatest);
    store<f64>(second + ((<usize>i) << 3), centroidCount > 1 ? next : -1);
  }
}
