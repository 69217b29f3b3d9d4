// Dense and sparse products for fitting the built-in embedder. Row-major f32 matrices whose width is a
// multiple of 4; sparse matrices in compressed rows (u32 starts, u32 columns, f32 values).

@inline
function addScaled(target: usize, source: usize, weight: f32, width: u32): void {
  const w = f32x4.splat(weight);
  const bytes = width << 2;
  for (let j: u32 = 0; j < bytes; j += 16)
    v128.store(target + j, f32x4.add(v128.load(target + j), f32x4.mul(w, v128.load(source + j))));
}

/** out[i] = Σ value × dense[column], for each sparse row i. */
export function multiply(
  starts: usize,
  columns: usize,
  values: usize,
  rows: u32,
  dense: usize,
  width: u32,
  out: usize,
): void {
  const stride: usize = width << 2;
  memory.fill(out, 0, (<usize>rows) * stride);
  for (let i: u32 = 0; i < rows; i++) {
    const end = load<u32>(starts + ((<usize>i) << 2), 4);
    for (let e = load<u32>(starts + ((<usize>i) << 2)); e < end; e++)
      addScaled(
        out + (<usize>i) * stride,
        dense + (<usize>load<u32>(columns + ((<usize>e) << 2))) * stride,
        load<f32>(values + ((<usize>e) << 2)),
        width,
      );
  }
}

/** out[column] += value × dense[i]: the transposed product. `out` has `outRows` rows and is cleared first. */
export function multiplyTransposed(
  starts: usize,
  columns: usize,
  values: usize,
  rows: u32,
  dense: usize,
  width: u32,
  out: usize,
  outRows: u32,
): void {
  const stride: usize = width << 2;
  memory.fill(out, 0, (<usize>outRows) * stride);
  for (let i: u32 = 0; i < rows; i++) {
    const end = load<u32>(starts + ((<usize>i) << 2), 4);
    for (let e = load<u32>(starts + ((<usize>i) << 2)); e < end; e++)
      addScaled(
        out + (<usize>load<u32>(columns + ((<usize>e) << 2))) * stride,
        dense + (<usize>i) * stride,
        load<f32>(values + ((<usize>e) << 2)),
        width,
      );
  }
}

/** Upper triangle of denseᵀ · dense into f64[width × width]. */
export function gram(dense: usize, rows: u32, width: u32, out: usize): void {
  memory.fill(out, 0, (<usize>width * width) << 3);
  const stride: usize = width << 2;
  for (let i: u32 = 0; i < rows; i++) {
    const row = dense + (<usize>i) * stride;
    for (let a: u32 = 0; a < width; a++) {
      const x = f64x2.splat(<f64>load<f32>(row + (a << 2)));
      const target = out + ((<usize>a * width) << 3);
      for (let b = a & ~1; b < width; b += 2) {
        const pair = f64x2.promote_low_f32x4(v128.load64_zero(row + (b << 2)));
        const at = target + (b << 3);
        v128.store(at, f64x2.add(v128.load(at), f64x2.mul(x, pair)));
      }
    }
  }
}

/** dense ← dense · square (f32[width × width]); `row` is scratch of one row. */
export function multiplyInPlace(dense: usize, rows: u32, width: u32, square: usize, row: usize): void {
  const stride: usize = width << 2;
  for (let i: u32 = 0; i < rows; i++) {
    const at = dense + (<usize>i) * stride;
    memory.fill(row, 0, stride);
    for (let a: u32 = 0; a < width; a++)
      addScaled(row, square + (<usize>a) * stride, load<f32>(at + (a << 2)), width);
    memory.copy(at, row, stride);
  }
}

/** out ← Σ weight × table[id] over `count` (id, weight) pairs. */
export function pool(
  ids: usize,
  weights: usize,
  count: u32,
  table: usize,
  width: u32,
  out: usize,
): void {
  const stride: usize = width << 2;
  memory.fill(out, 0, stride);
  for (let i: u32 = 0; i < count; i++)
    addScaled(
      out,
      table + (<usize>load<u32>(ids + ((<usize>i) << 2))) * stride,
      load<f32>(weights + ((<usize>i) << 2)),
      width,
    );
}
