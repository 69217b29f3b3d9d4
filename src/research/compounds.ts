import { termOf } from "../search/analysis/analyzer.ts";
import type { Token } from "../search/analysis/tokenizer.ts";
import { leastJoined } from "../search/lookup/correction.ts";
import type { Vocabulary } from "../search/lookup/vocabulary.ts";
import { inverseDocumentFrequency } from "../search/text/bm25.ts";

/** Least share that texts with a compound have of those with the rarer word, where the query writes them apart. */
const usuallyJoined = 0.5;
/** Of a compound that texts seldom have. */
const seldomWeight = 0.5;

/**
 * Compounds of two adjacent words, so that `open sea` matches `OpenSea`. Where texts often write the two as one, it weighs as
 * much as the rarer of them: `stable coin`, and `multi-sig` more readily for its hyphen. Never more: an identifier in code,
 * such as `liquidityProvider`, is rarer than what it says.
 */
export function compounds(
  text: string,
  tokens: readonly Token[],
  vocabulary: Vocabulary,
): [string, number][] {
  return tokens.slice(1).flatMap((token, i): [string, number][] => {
    const before = tokens[i]!;
    const term = termOf(before.text + token.text);
    const frequency = term === null ? 0 : vocabulary.frequency(term);
    const parts = [before, token].map(({ text: part }) => termOf(part)).filter((part) => part !== null);
    if (term === null || frequency === 0 || parts.length === 0) return [];
    const rarest = Math.min(...parts.map((part) => vocabulary.frequency(part)));
    const isHyphenated = text.slice(before.end, token.start) === "-";
    const least = (isHyphenated ? leastJoined : usuallyJoined) * rarest;
    const weight = frequency >= least ? 1 : seldomWeight;
    return [[term, weight * shareOfRarity(term, parts, vocabulary)]];
  });
}

/** By which a term counts no more than the rarest of those in whose place it is searched: 1 or less. */
export function shareOfRarity(term: string, of: readonly string[], vocabulary: Vocabulary): number {
  const rarity = (one: string) => inverseDocumentFrequency(vocabulary.texts, vocabulary.frequency(one));
  return Math.min(1, Math.max(...of.map(rarity)) / rarity(term));
}
