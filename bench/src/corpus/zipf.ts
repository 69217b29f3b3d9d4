/** Words with frequencies by Zipf's law. */

/** Draws ranks 0 to size − 1 with probability proportional to 1 / (rank + 1) ^ exponent. */
export class Zipf {
  readonly #cumulative: Float64Array;

  constructor(size: number, exponent: number) {
    this.#cumulative = new Float64Array(size);
    let sum = 0;
    for (let rank = 0; rank < size; rank++) {
      sum += 1 / (rank + 1) ** exponent;
      this.#cumulative[rank] = sum;
    }
  }

  /** `uniform` is in [0, 1). */
  draw(uniform: number): number {
    const wanted = uniform * this.#cumulative.at(-1)!;
    let low = 0;
    let high = this.#cumulative.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#cumulative[middle]! <= wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const onsets = [
  "b",
  "br",
  "c",
  "cl",
  "d",
  "dr",
  "f",
  "g",
  "gr",
  "h",
  "j",
  "k",
  "l",
  "m",
  "n",
  "p",
  "pl",
  "qu",
];
const moreOnsets = ["r", "s", "sh", "sp", "st", "t", "th", "tr", "v", "w", "z"];
const allOnsets = [...onsets, ...moreOnsets];
const nuclei = ["a", "e", "i", "o", "u", "ai", "ea", "ou"];
const codas = ["", "n", "r", "l", "s", "m", "nd", "rk", "ct"];

/** A pronounceable word for a number; different numbers give different words, frequent (small) ones short. */
export function wordOf(number: number): string {
  const syllables = allOnsets.length * nuclei.length * codas.length;
  let rest = number;
  let word = "";
  do {
    const syllable = rest % syllables;
    const onset = allOnsets[syllable % allOnsets.length]!;
    const nucleus = nuclei[Math.floor(syllable / allOnsets.length) % nuclei.length]!;
    const coda = codas[Math.floor(syllable / allOnsets.length / nuclei.length)]!;
    word += onset + nucleus + coda;
    rest = Math.floor(rest / syllables) - 1;
  } while (rest >= 0);
  return word;
}
