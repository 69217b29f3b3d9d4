/** Small dense factorisations in double precision; matrices are row-major and square. */

/** Of a column, less than this share left after taking out the columns before it is rounding noise. */
const dependent = 1e-10;

/**
 * R⁻¹ of the upper-triangular R with RᵀR = gram. A column that depends on those before it gets an infinite
 * diagonal in R, so that its column and row of the inverse are zero: such directions drop out.
 */
export function choleskyInverse(gram: Float64Array, size: number): Float64Array {
  const upper = new Float64Array(size * size);
  for (let j = 0; j < size; j++)
    for (let i = 0; i <= j; i++) {
      let sum = gram[i * size + j]!;
      for (let k = 0; k < i; k++) sum -= upper[k * size + i]! * upper[k * size + j]!;
      if (i < j) upper[i * size + j] = sum / upper[i * size + i]!;
      else
        upper[i * size + j] =
          sum > dependent * gram[j * size + j]! ? Math.sqrt(sum) : Number.POSITIVE_INFINITY;
    }
  const inverse = new Float64Array(size * size);
  for (let j = 0; j < size; j++) {
    inverse[j * size + j] = 1 / upper[j * size + j]!;
    for (let i = j - 1; i >= 0; i--) {
      let sum = 0;
      for (let k = i + 1; k <= j; k++) sum += upper[i * size + k]! * inverse[k * size + j]!;
      inverse[i * size + j] = -sum / upper[i * size + i]!;
    }
  }
  return inverse;
}

/** Eigenvalues, descending, and eigenvectors (columns, same order) of a symmetric matrix, by Jacobi's method. */
export function symmetricEigen(
  symmetric: Float64Array,
  size: number,
): { values: Float64Array; vectors: Float64Array } {
  const a = symmetric.slice();
  const v = new Float64Array(size * size);
  for (let i = 0; i < size; i++) v[i * size + i] = 1;
  const scale = a.reduce((sum, x) => sum + x * x, 0) || 1;
  for (let sweep = 0; sweep < 30; sweep++) {
    let offDiagonal = 0;
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) {
        const x = a[p * size + q]!;
        offDiagonal += x * x;
        if (x * x > 1e-22 * scale) rotate(a, v, { size, p, q });
      }
    if (offDiagonal < 1e-18 * scale) break;
  }
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (x, y) => a[y * size + y]! - a[x * size + x]! || x - y,
  );
  const vectors = new Float64Array(size * size);
  order.forEach((from, to) => {
    for (let i = 0; i < size; i++) vectors[i * size + to] = v[i * size + from]!;
  });
  return { values: Float64Array.from(order, (i) => a[i * size + i]!), vectors };
}

/** One Jacobi rotation that makes a[p][q] zero; the rows of `v` keep the product of all rotations. */
function rotate(a: Float64Array, v: Float64Array, at: { size: number; p: number; q: number }): void {
  const { size, p, q } = at;
  const theta = (a[q * size + q]! - a[p * size + p]!) / (2 * a[p * size + q]!);
  const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let i = 0; i < size; i++) {
    const x = a[i * size + p]!;
    const y = a[i * size + q]!;
    a[i * size + p] = cosine * x - sine * y;
    a[i * size + q] = sine * x + cosine * y;
    const vx = v[i * size + p]!;
    const vy = v[i * size + q]!;
    v[i * size + p] = cosine * vx - sine * vy;
    v[i * size + q] = sine * vx + cosine * vy;
  }
  for (let i = 0; i < size; i++) {
    const x = a[p * size + i]!;
    const y = a[q * size + i]!;
    a[p * size + i] = cosine * x - sine * y;
    a[q * size + i] = sine * x + cosine * y;
  }
}
