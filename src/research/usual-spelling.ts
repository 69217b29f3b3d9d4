import { termOf } from "../search/analysis/analyzer.ts";
import { tokenize } from "../search/analysis/tokenizer.ts";
import { otherSpelling } from "../search/lookup/spelling-variants.ts";
import type { Vocabulary } from "../search/lookup/vocabulary.ts";

/** How many times as many texts must spell a word otherwise, so that it is replaced. */
const usualFactor = 2;

export interface UsualSpelling {
  text: string;
  /** Terms of the spellings that were not used. */
  others: string[];
}

/** Spells the words of a query as most texts do: `tokenised` as `tokenized`, or the other way around. */
export function usualSpelling(query: string, vocabulary: Vocabulary): UsualSpelling {
  let text = "";
  let at = 0;
  const others: string[] = [];
  for (const token of tokenize(query)) {
    const other = otherSpelling(token.text);
    const [own, otherTerm] = [termOf(token.text), other && termOf(other)];
    if (!other || !otherTerm || !own || own === otherTerm) continue;
    const [here, there] = [vocabulary.frequency(own), vocabulary.frequency(otherTerm)];
    if (there === 0) continue;
    const isReplaced = there > usualFactor * here;
    if (isReplaced) {
      text += query.slice(at, token.start) + other;
      at = token.end;
    }
    if (!isReplaced || here > 0) others.push(isReplaced ? own : otherTerm);
  }
  return { text: text + query.slice(at), others };
}
