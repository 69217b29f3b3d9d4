/** Terms and frequencies in order of documents, in blocks: a long array would be copied each time it grows. */
const blockShift = 20;
const blockLength = 1 << blockShift;
const inBlock = blockLength - 1;

export class PostingBlocks {
  readonly #terms: Uint32Array[] = [];
  readonly #frequencies: Uint8Array[] = [];
  length = 0;

  push(term: number, frequency: number): void {
    const block = this.length >> blockShift;
    if (block === this.#terms.length) {
      this.#terms.push(new Uint32Array(blockLength));
      this.#frequencies.push(new Uint8Array(blockLength));
    }
    this.#terms[block]![this.length & inBlock] = term;
    this.#frequencies[block]![this.length++ & inBlock] = frequency;
  }

  term(i: number): number {
    return this.#terms[i >> blockShift]![i & inBlock]!;
  }

  frequency(i: number): number {
    return this.#frequencies[i >> blockShift]![i & inBlock]!;
  }
}
