/** Texts as term numbers, the form in which the built-in embedder is fitted. */
export interface TokenCorpus {
  /** Term number → term. */
  terms: readonly string[];
  /** Term number → a word that it was made of, unstemmed. */
  forms: readonly string[];
  /** Words of some of the texts, unstemmed, and how often they occur there. */
  words: ReadonlyMap<string, number>;
  /** Term numbers of all texts, one after another. */
  tokens: Uint32Array;
  /** Text → end of its tokens. */
  ends: Uint32Array;
  /** How many of the texts are projects. */
  projects: number;
}

export function textCount(corpus: TokenCorpus): number {
  return corpus.ends.length;
}

/** Term numbers of one text. */
export function tokensOf(corpus: TokenCorpus, text: number): Uint32Array {
  return corpus.tokens.subarray(text === 0 ? 0 : corpus.ends[text - 1]!, corpus.ends[text]!);
}

/** At most `limit` texts, evenly spread. */
export function sampleTexts(corpus: TokenCorpus, limit: number): Uint32Array {
  const count = textCount(corpus);
  const size = Math.min(limit, count);
  return Uint32Array.from({ length: size }, (_, i) => Math.floor((i * count) / size));
}

/** In how many of the given texts each term occurs. */
export function documentFrequencies(corpus: TokenCorpus, texts: Uint32Array): Uint32Array {
  const frequencies = new Uint32Array(corpus.terms.length);
  const lastText = new Int32Array(corpus.terms.length).fill(-1);
  for (const text of texts)
    for (const term of tokensOf(corpus, text)) {
      if (lastText[term] === text) continue;
      lastText[term] = text;
      frequencies[term]!++;
    }
  return frequencies;
}

/** A choice of terms, renumbered. */
export interface Vocabulary {
  /** New number → term number of the corpus. */
  kept: Uint32Array;
  /** Term number of the corpus → new number, or -1. */
  numberOf: Int32Array;
}

/** The `limit` most frequent of the terms that pass, ties by term number. */
export function chooseVocabulary(
  frequencies: Uint32Array,
  limit: number,
  passes: (frequency: number) => boolean,
): Vocabulary {
  const candidates: number[] = [];
  frequencies.forEach((frequency, term) => {
    if (passes(frequency)) candidates.push(term);
  });
  candidates.sort((x, y) => frequencies[y]! - frequencies[x]! || x - y);
  const kept = Uint32Array.from(candidates.slice(0, limit));
  const numberOf = new Int32Array(frequencies.length).fill(-1);
  kept.forEach((term, number) => {
    numberOf[term] = number;
  });
  return { kept, numberOf };
}
