/** Index terms of a query with their weights. */
import { analyze, queryTerms, termOf } from "../search/analysis/analyzer.ts";
import type { Token } from "../search/analysis/tokenizer.ts";
import type { Correction } from "../search/lookup/correction.ts";
import type { Vocabulary } from "../search/lookup/vocabulary.ts";
import { compounds, shareOfRarity } from "./compounds.ts";

/** k₃ of BM25, for the frequency of a term in the query (Robertson and others, Okapi at TREC-3, 1994); a usual value. */
const saturation = 8;
const otherSpellingWeight = 0.4;
/** Share of its weight that remains of what a rare word rather is. */
const doubtfulShare = 0.6;
/** Of a word that texts misspell as the query does. */
const misspeltShare = 0.6;
/** Share of its weight that remains of a correction where the embedder knows the word, which then is no typing error. */
const knownWordShare = 0.3;

export interface QueryWords {
  /** As typed, but for asking words and usual spellings. */
  plain: string;
  tokens: readonly Token[];
  /** The same with the best reading of each correction. */
  text: string;
  corrections: readonly Correction[];
  /** What rare words may stand for. */
  doubtful: readonly Correction[];
  /** Terms of other spellings. */
  otherSpellings: readonly string[];
  synonyms: readonly string[];
  /** Of a synonym of one word; several share more. */
  synonymWeight: number;
  /** Whether the embedder knows the word. */
  isKnown(word: Pick<Token, "start" | "end">): boolean;
}

/** The query's own terms, further ones, and those of its own that replace a word with another spelling. */
export interface WeighedTerms {
  own: Map<string, number>;
  extra: Map<string, number>;
  respelt: Set<string>;
}

export function weighQuery(query: QueryWords, vocabulary: Vocabulary): WeighedTerms {
  const { plain, tokens, synonymWeight } = query;
  const own = weighTerms(analyze(query.text));
  const extra = new Map<string, number>();
  const respelt = new Set<string>();
  const offer = (term: string, weight: number) => {
    if (!own.has(term)) extra.set(term, Math.max(weight, extra.get(term) ?? 0));
  };
  const typed = new Set(queryTerms(plain));
  const replaced = new Map<string, number>();
  for (const correction of query.corrections) {
    const share = !correction.isConfused && query.isKnown(correction) ? knownWordShare : 1;
    const [best, ...others] = correction.readings;
    const word = tokenAt(tokens, correction);
    if (word && best?.terms.length === 1) respelt.add(best.terms[0]!);
    for (const term of best?.terms ?? [])
      if (!typed.has(term)) replaced.set(term, Math.max(best!.weight * share, replaced.get(term) ?? 0));
    for (const { terms, weight } of others) for (const term of terms) offer(term, weight * share);
    const found = word && termOf(word.text);
    if (found && vocabulary.frequency(found) > 0)
      offer(found, misspeltShare * shareOfRarity(found, best!.terms, vocabulary));
  }
  for (const [term, weight] of replaced) own.set(term, weight);
  for (const doubtful of query.doubtful) {
    for (const { terms, weight } of doubtful.readings)
      for (const term of terms) offer(term, weight * doubtfulShare);
    const word = tokenAt(tokens, doubtful);
    const found = word && termOf(word.text);
    const parts = doubtful.readings[0]!.terms;
    if (found && parts.length > 1)
      own.set(found, shareOfRarity(found, parts, vocabulary) * (own.get(found) ?? 0));
  }
  for (const term of query.otherSpellings) offer(term, otherSpellingWeight);
  for (const [term, weight] of compounds(plain, tokens, vocabulary)) offer(term, weight);
  for (const synonym of query.synonyms) {
    const terms = queryTerms(synonym);
    for (const term of terms) offer(term, synonymWeight / Math.sqrt(terms.length));
  }
  return { own, extra, respelt };
}

/** The token that a correction replaces; undefined where it replaces two. */
function tokenAt(tokens: readonly Token[], at: Pick<Correction, "start" | "end">): Token | undefined {
  return tokens.find(({ start, end }) => start === at.start && end === at.end);
}

/** Weights of terms by how often the query contains them; 1 for those it contains least often. */
function weighTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const worth = (count: number) => count / (count + saturation);
  const least = worth(Math.min(...counts.values()));
  return new Map(Array.from(counts, ([term, count]) => [term, worth(count) / least]));
}
