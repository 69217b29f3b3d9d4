/** Reads a query: operators, spelling corrections, synonyms and compounds, as weighted index terms. */
import { expandQuery } from "../corpus/taxonomy/query-expansion.ts";
import type { Taxonomy } from "../corpus/taxonomy/taxonomy.ts";
import { analyze, queryTerms, termOf } from "../search/analysis/analyzer.ts";
import { withApostrophes } from "../search/analysis/contractions.ts";
import { type Token, tokenize } from "../search/analysis/tokenizer.ts";
import {
  correctedText,
  correctTokens,
  doubtfulTokens,
  leastJoined,
  wordsOf,
} from "../search/lookup/correction.ts";
import { nameKey } from "../search/lookup/name-key.ts";
import type { Vocabulary } from "../search/lookup/vocabulary.ts";
import { noWords, type Words } from "../search/lookup/word-readings.ts";
import { inverseDocumentFrequency } from "../search/text/bm25.ts";
import { withoutAskingWords } from "./asking-words.ts";
import { type Phrase, parseQuery } from "./query-syntax.ts";
import { usualSpelling } from "./usual-spelling.ts";

export interface ReadQuery {
  /** Without operators, and with apostrophes that were left out. */
  typed: string;
  /** The text to analyse: without operators and asking words, misspelt words replaced. */
  text: string;
  /** The text to embed: the same, but words that the embedder knows stay, though the corpus lacks them. */
  embedded: string;
  /** The same with the taxonomy's synonyms added; the query as given where nothing applies. */
  expanded: string;
  /** Key of the whole query, in case it is a name or title. */
  nameKey: string;
  /**
   * The query's own index terms: weight 1, or less for the correction of a misspelt word. Words that
   * the query repeats weigh more.
   */
  own: ReadonlyMap<string, number>;
  /**
   * Further terms: synonyms, alternative corrections, what rare words may stand for, other spellings, and compounds of words
   * that the query writes apart.
   */
  extra: ReadonlyMap<string, number>;
  /** Those of its own terms that replace a word with another spelling. */
  respelt: ReadonlySet<string>;
  /** Some word, as written, occurs in no text. */
  misspelt: boolean;
  required: Phrase[];
  excluded: Phrase[];
}

/** k₃ of BM25, for the frequency of a term in the query (Robertson and others, Okapi at TREC-3, 1994); a usual value. */
const saturation = 8;
/** Of a synonym of one word; several share more. */
const synonymWeight = 0.4;
const compoundWeight = 0.5;
/** Least share that texts with a compound have of those with the rarer word, where the query writes them apart. */
const usuallyJoined = 0.5;
const otherSpellingWeight = 0.4;
/** Share of its weight that remains of what a rare word rather is. */
const doubtfulShare = 0.6;
/** Of a word that texts misspell as the query does. */
const misspeltShare = 0.6;
/** Share of its weight that remains of a correction where the embedder knows the word, which then is no typing error. */
const knownWordShare = 0.3;

export interface KnownWords {
  /** Whether the embedder has a vector for exactly this word; no word without. */
  knowsWord?: ((word: string) => boolean) | undefined;
  /** Correctly written words; none without. */
  words?: Words | undefined;
}

export interface QueryReaders extends KnownWords {
  taxonomy: Pick<Taxonomy, "synonyms">;
  vocabulary: Vocabulary;
}

export function readQuery(
  query: string,
  { taxonomy, vocabulary, knowsWord = () => false, words = noWords }: QueryReaders,
): ReadQuery {
  const { text: given, required, excluded } = parseQuery(query);
  const typed = withApostrophes(given);
  const asked = withoutAskingWords(typed);
  const { text: plain, others } = usualSpelling(asked, vocabulary);
  const tokens = tokenize(plain);
  const corrections = correctTokens(tokens, vocabulary, words);
  const text = correctedText(plain, corrections, vocabulary);
  const isKnown = ({ start, end }: { start: number; end: number }) =>
    knowsWord(plain.slice(start, end).toLowerCase());
  const unknown = corrections.filter((correction) => !isKnown(correction));
  const { expanded, added } = expandQuery(text, taxonomy);
  const own = weighTerms(analyze(text));
  const extra = new Map<string, number>();
  const offer = (term: string, weight: number) => {
    if (!own.has(term)) extra.set(term, Math.max(weight, extra.get(term) ?? 0));
  };
  const typedTerms = new Set(queryTerms(plain));
  const replaced = new Map<string, number>();
  const respelt = new Set<string>();
  for (const correction of corrections) {
    const share = isKnown(correction) ? knownWordShare : 1;
    const [best, ...others] = correction.readings;
    const word = tokens.find(({ start, end }) => start === correction.start && end === correction.end);
    if (word && best?.terms.length === 1) respelt.add(best.terms[0]!);
    for (const term of best?.terms ?? [])
      if (!typedTerms.has(term)) replaced.set(term, Math.max(best!.weight * share, replaced.get(term) ?? 0));
    for (const { terms, weight } of others) for (const term of terms) offer(term, weight * share);
    const found = word && termOf(word.text);
    if (found && vocabulary.frequency(found) > 0)
      offer(found, misspeltShare * shareOfRarity(found, best!.terms, vocabulary));
  }
  for (const [term, weight] of replaced) own.set(term, weight);
  const isCorrected = (token: Token) => corrections.some(({ start }) => start === token.start);
  const doubtful = doubtfulTokens(
    tokens.filter((token) => !isCorrected(token)),
    vocabulary,
    { isKnown, words },
  );
  for (const { readings } of doubtful)
    for (const { terms, weight } of readings) for (const term of terms) offer(term, weight * doubtfulShare);
  for (const term of others) offer(term, otherSpellingWeight);
  for (const [term, weight] of compounds(plain, tokens, vocabulary)) offer(term, weight);
  for (const meaning of added) {
    const words = queryTerms(meaning);
    for (const term of words) offer(term, synonymWeight / Math.sqrt(words.length));
  }
  const meant = doubtful.flatMap(({ readings }) => wordsOf(readings[0]!, vocabulary));
  const isAsTyped = plain === asked && corrections.length + added.length + meant.length === 0;
  return {
    typed,
    text,
    embedded: correctedText(plain, unknown, vocabulary),
    expanded: isAsTyped ? query : [expanded, ...meant].join(" "),
    nameKey: nameKey(query),
    own,
    extra,
    respelt,
    misspelt: queryTerms(asked).some((term) => vocabulary.frequency(term) === 0),
    required,
    excluded,
  };
}

/** Weights of terms by how often the query contains them; 1 for those it contains least often. */
function weighTerms(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  const worth = (count: number) => count / (count + saturation);
  const least = worth(Math.min(...counts.values()));
  return new Map(Array.from(counts, ([term, count]) => [term, worth(count) / least]));
}

/**
 * Compounds of two adjacent words, so that `open sea` matches `OpenSea`. Where texts often write the two as one, it weighs as
 * much as the rarer of them: `stable coin`, and `multi-sig` more readily for its hyphen. Never more: an identifier in code,
 * such as `liquidityProvider`, is rarer than what it says.
 */
function compounds(text: string, tokens: readonly Token[], vocabulary: Vocabulary): [string, number][] {
  return tokens.slice(1).flatMap((token, i): [string, number][] => {
    const before = tokens[i]!;
    const term = termOf(before.text + token.text);
    const frequency = term === null ? 0 : vocabulary.frequency(term);
    const parts = [before, token].map(({ text: part }) => termOf(part)).filter((part) => part !== null);
    if (term === null || frequency === 0 || parts.length === 0) return [];
    const rarest = Math.min(...parts.map((part) => vocabulary.frequency(part)));
    const isHyphenated = text.slice(before.end, token.start) === "-";
    const least = (isHyphenated ? leastJoined : usuallyJoined) * rarest;
    const weight = frequency >= least ? 1 : compoundWeight;
    return [[term, weight * shareOfRarity(term, parts, vocabulary)]];
  });
}

/** By which a term counts no more than the rarest of those in whose place it is searched: 1 or less. */
function shareOfRarity(term: string, of: readonly string[], vocabulary: Vocabulary): number {
  const rarity = (one: string) => inverseDocumentFrequency(vocabulary.texts, vocabulary.frequency(one));
  return Math.min(1, Math.max(...of.map(rarity)) / rarity(term));
}
