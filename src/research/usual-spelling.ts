import { analyze, termOf } from "../search/analysis/analyzer.ts";
import { type Token, tokenize } from "../search/analysis/tokenizer.ts";
import { otherSpelling } from "../search/lookup/spelling-variants.ts";
import type { Vocabulary } from "../search/lookup/vocabulary.ts";
import { rareTexts } from "../search/lookup/word-readings.ts";

/** How many times as many texts must spell a word otherwise, so that it is replaced. */
const usualFactor = 2;

export interface UsualSpelling {
  text: string;
  /** Terms of the spellings that were not used. */
  others: string[];
}

/**
 * Spells the words of a query as most texts do: `tokenised` as `tokenized`, or the other way around; and `zkKYC`, which
 * no text contains, as `zk KYC`. Parts of a word in camel case that few texts contain are among the others.
 */
export function usualSpelling(query: string, vocabulary: Vocabulary): UsualSpelling {
  let text = "";
  let at = 0;
  const others: string[] = [];
  const replace = ({ start, end }: Token, word: string) => {
    text += query.slice(at, start) + word;
    at = end;
  };
  for (const token of tokenize(query)) {
    const parts = partsByCase(query.slice(token.start, token.end), vocabulary);
    const apart = parts && vocabulary.frequency(termOf(token.text) ?? "") === 0 ? parts.join(" ") : null;
    if (apart) replace(token, apart);
    else if (parts && isRare(token, vocabulary)) others.push(...parts.flatMap((part) => analyze(part)));
    const other = apart ? null : otherSpelling(token.text);
    const [own, otherTerm] = [termOf(token.text), other && termOf(other)];
    if (!other || !otherTerm || !own || own === otherTerm) continue;
    const [here, there] = [vocabulary.frequency(own), vocabulary.frequency(otherTerm)];
    if (there === 0) continue;
    const isReplaced = there > usualFactor * here;
    if (isReplaced) replace(token, other);
    if (!isReplaced || here > 0) others.push(isReplaced ? own : otherTerm);
  }
  return { text: text + query.slice(at), others };
}

/** The parts of a word in camel case, such as `zk` and `KYC`, or `ZK` and `Email`; null where texts lack one of them. */
function partsByCase(word: string, vocabulary: Vocabulary): string[] | null {
  const parts = word.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu}{2})(?=\p{Lu}\p{Ll}{2})/u);
  const isKnown = (part: string) => vocabulary.frequency(termOf(part.toLowerCase()) ?? "") > 0;
  return parts.length > 1 && parts.every(isKnown) ? parts : null;
}

/** Whether few texts contain it, so that what it joins should be found, too. */
function isRare({ text }: Token, vocabulary: Vocabulary): boolean {
  return vocabulary.frequency(termOf(text) ?? "") <= rareTexts;
}
