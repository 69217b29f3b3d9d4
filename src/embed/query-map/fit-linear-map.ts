/** Ridge regression: a linear map from vectors to vectors, through the normal equations, in double precision. */
import { choleskyInverse } from "../fitted/eigen.ts";

export class LinearMapFit {
  readonly #from: number;
  readonly #to: number;
  /** Upper triangle of the sum of x xᵀ. */
  readonly #gram: Float64Array;
  /** Sum of x yᵀ. */
  readonly #products: Float64Array;

  /** `from` and `to`: dimensions of the vectors. */
  constructor(from: number, to: number) {
    this.#from = from;
    this.#to = to;
    this.#gram = new Float64Array(from * from);
    this.#products = new Float64Array(from * to);
  }

  add(x: Float32Array, y: Float32Array): void {
    for (let i = 0; i < this.#from; i++) {
      const value = x[i]!;
      for (let j = i; j < this.#from; j++) this.#gram[i * this.#from + j]! += value * x[j]!;
      for (let j = 0; j < this.#to; j++) this.#products[i * this.#to + j]! += value * y[j]!;
    }
  }

  /**
   * from × to, row-major: `x` maps to the sum of x[i] × row i. `penalty`: on the squares of the weights, as a share of
   * the mean square of the inputs' numbers. Zeros where nothing was added.
   */
  solve(penalty: number): Float32Array {
    const size = this.#from;
    const gram = this.#gram.slice();
    let trace = 0;
    for (let i = 0; i < size; i++) trace += gram[i * size + i]!;
    if (trace === 0) return new Float32Array(size * this.#to);
    for (let i = 0; i < size; i++) gram[i * size + i]! += (penalty * trace) / size;
    // With RᵀR the penalised gram matrix, the map is R⁻¹ R⁻ᵀ times the products.
    const inverse = choleskyInverse(gram, size);
    const half = this.#multiply((row, k) => (k <= row ? inverse[k * size + row]! : 0), this.#products);
    return Float32Array.from(this.#multiply((row, k) => (k >= row ? inverse[row * size + k]! : 0), half));
  }

  #multiply(factor: (row: number, column: number) => number, by: Float64Array): Float64Array {
    const product = new Float64Array(by.length);
    for (let row = 0; row < this.#from; row++)
      for (let k = 0; k < this.#from; k++) {
        const value = factor(row, k);
        if (value === 0) continue;
        for (let j = 0; j < this.#to; j++) product[row * this.#to + j]! += value * by[k * this.#to + j]!;
      }
    return product;
  }
}
