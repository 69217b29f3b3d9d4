/** Corrects words of a quoted phrase that no text contains: it could not occur otherwise. */
import { termOf } from "../search/analysis/analyzer.ts";
import { type Token, tokenize } from "../search/analysis/tokenizer.ts";
import { type Correction, wordsOf } from "../search/lookup/correction.ts";
import type { Vocabulary } from "../search/lookup/vocabulary.ts";
import type { Phrase } from "./query-syntax.ts";

/** Least weight of the best reading: that of one edit. */
const sureWeight = 0.69;

export interface CorrectedTokens {
  tokens: readonly Token[];
  corrections: readonly Correction[];
}

/** A word that is surely misspelt is replaced; the others stay, also where other texts misspell them. */
export function correctPhrase(
  phrase: Phrase,
  { tokens, corrections }: CorrectedTokens,
  vocabulary: Vocabulary,
): Phrase {
  return phrase.flatMap((word) => {
    const term = termOf(word);
    if (term === null || vocabulary.frequency(term) > 0) return [word];
    const token = tokens.find(({ text }) => text === word);
    const best = corrections.find(({ start, end }) => start === token?.start && end === token.end)
      ?.readings[0];
    if (!best || best.weight < sureWeight) return [word];
    return wordsOf(best, vocabulary).flatMap((each) => tokenize(each).map(({ text }) => text));
  });
}
