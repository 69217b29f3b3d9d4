/** One of the segment's text indexes with its dictionary: finds the best rows for weighted terms. */
import { Dictionary, type DictionaryArrays } from "../../search/analysis/dictionary.ts";
import type { Arena } from "../../search/kernels/arena.ts";
import type { Pointer } from "../../search/kernels/kernels.ts";
import { maxQueryTerms, type Scratch } from "../../search/kernels/scratch.ts";
import { type SpellingArrays, SpellingIndex } from "../../search/lookup/spelling-index.ts";
import { type PairArrays, TermPairs } from "../../search/lookup/term-pairs.ts";
import type { Vocabulary } from "../../search/lookup/vocabulary.ts";
import type { LoadedSections } from "../../search/segment/section-file.ts";
import { type Bm25Parameters, inverseDocumentFrequency } from "../../search/text/bm25.ts";
import type { PostingsArrays } from "../../search/text/posting-layout.ts";
import { type TextHits, TextIndex, type WeightedTerm } from "../../search/text/text-index.ts";
import { underPrefix } from "../section-names.ts";

/** Index terms of a query with the query's own weight for each, in order of importance. */
export type QueryTerms = ReadonlyMap<string, number>;

export class FieldIndex {
  readonly #terms: Dictionary;
  readonly #index: TextIndex;
  readonly #spelling: SpellingIndex;
  readonly #pairs: TermPairs;
  readonly #texts: number;

  constructor(
    arena: Arena,
    loaded: LoadedSections<unknown>,
    stored: { prefix: string; parameters: Bm25Parameters; texts: number },
  ) {
    const { prefix, parameters, texts } = stored;
    this.#texts = texts;
    this.#terms = new Dictionary(underPrefix<DictionaryArrays>(loaded, `${prefix}.terms`).arrays);
    this.#spelling = new SpellingIndex(
      underPrefix<Partial<SpellingArrays>>(loaded, `${prefix}.spelling`).arrays,
      this.#terms,
    );
    this.#pairs = new TermPairs(underPrefix<Partial<PairArrays>>(loaded, `${prefix}.pairs`).arrays);
    this.#index = new TextIndex(arena, underPrefix<PostingsArrays>(loaded, `${prefix}.postings`), parameters);
  }

  get vocabulary(): Vocabulary {
    return {
      texts: this.#texts,
      frequency: (term) => this.#frequency(term),
      near: (text, length) => this.#spelling.near(text, length).map((number) => this.#terms.term(number)),
      form: (term) => {
        const number = this.#terms.find(term);
        return number < 0 ? term : this.#spelling.form(number);
      },
      pairs: (first, second) => this.#pairs.count(this.#terms.find(first), this.#terms.find(second)),
    };
  }

  /** Rows that contain the index term, ascending, withdrawn ones included. */
  rowsWith(term: string): Uint32Array {
    const number = this.#terms.find(term);
    return number < 0 ? new Uint32Array(0) : this.#index.documentsWith(number);
  }

  /** The k best rows that contain any of the terms; `mask` points at a bitset of allowed rows, 0 for all. */
  search(terms: QueryTerms, k: number, options: { mask: Pointer; scratch: Scratch }): TextHits {
    return this.#index.search(this.#known(terms), k, options);
  }

  /**
   * Exact scores of the given rows (ascending), and the share of the terms of `own` that each contains, by rarity. `own` are
   * the first of `terms`. `rarity` is the sum of theirs, by which terms that occur nowhere are the rarest.
   */
  score(
    terms: QueryTerms,
    rows: Uint32Array,
    { scratch, own = terms }: { scratch: Scratch; own?: QueryTerms },
  ): { scores: Float64Array; coverage: Float64Array; rarity: number } {
    const { scores, matched } = this.#index.score(this.#known(terms), rows, scratch);
    const rarity = this.rarity(own);
    return { scores, coverage: this.#coverage(own, { matched, rarity }), rarity };
  }

  /** Sum of the rarities of all terms, each times its weight in the query. */
  rarity(terms: QueryTerms): number {
    let sum = 0;
    for (const rarity of this.weigh(terms).values()) sum += rarity;
    return sum;
  }

  /** `matched` has a bit for each of the first 32 known terms. */
  #coverage(terms: QueryTerms, { matched, rarity }: { matched: Uint32Array; rarity: number }): Float64Array {
    const shares = this.#known(terms)
      .slice(0, 32)
      .map(({ idf }) => idf / (rarity || 1));
    const coverage = new Float64Array(matched.length);
    for (let i = 0; i < matched.length; i++)
      for (let k = 0; k < shares.length; k++) if ((matched[i]! >>> k) & 1) coverage[i]! += shares[k]!;
    return coverage;
  }

  #known(terms: QueryTerms): WeightedTerm[] {
    const known: WeightedTerm[] = [];
    for (const [text, weight] of terms) {
      const term = this.#terms.find(text);
      if (term >= 0 && known.length < maxQueryTerms) known.push({ term, idf: this.#rarity(term) * weight });
    }
    return known;
  }

  /** Each term with its rarity times its weight in the query; terms that occur nowhere count as the rarest. */
  weigh(terms: QueryTerms): Map<string, number> {
    return new Map(
      Array.from(terms, ([text, weight]) => {
        const term = this.#terms.find(text);
        const rarity =
          term >= 0 ? this.#rarity(term) : inverseDocumentFrequency(this.#index.documentCount, 0);
        return [text, rarity * weight];
      }),
    );
  }

  #frequency(text: string): number {
    const term = this.#terms.find(text);
    return term < 0 ? 0 : this.#index.documentFrequency(term);
  }

  #rarity(term: number): number {
    return inverseDocumentFrequency(this.#index.documentCount, this.#index.documentFrequency(term));
  }
}
