/** Operators of a query: `"a phrase"` must occur, `-word`, `NOT word` and `-"a phrase"` must not. */
import { tokenize } from "../search/analysis/tokenizer.ts";

/** One or more adjacent folded words. */
export type Phrase = readonly string[];

export interface QuerySyntax {
  /** The text to search for: with the words of required phrases, without excluded ones and operators. */
  text: string;
  required: Phrase[];
  excluded: Phrase[];
}

/** Operators begin at the start of the query or after white space: hyphens and quotes inside words are not operators. */
const part = /(?<=^|\s)(-?)(?:["“”]([^"“”]*)["“”](\S*)|(\S+))/gu;

/** In capitals, in a query that is not: `marketplace NOT nft`. */
const not = /(?<=\s)NOT\s+(?=["“”\p{L}\p{N}])/gu;
const smallLetter = /\p{Ll}/u;

/** Texts of more words are prose, such as a pasted idea: quotation marks and hyphens in it are punctuation. */
const maxWords = 24;

export function parseQuery(query: string): QuerySyntax {
  if (query.split(/\s+/u, maxWords + 1).length > maxWords) return { text: query, required: [], excluded: [] };
  const required: Phrase[] = [];
  const excluded: Phrase[] = [];
  const kept: string[] = [];
  const signed = smallLetter.test(query) ? query.replace(not, "-") : query;
  for (const [whole, minus, quoted, behind, word] of signed.matchAll(part)) {
    const phrase = tokenize(quoted ?? word ?? "").map(({ text }) => text);
    if (minus === "" || phrase.length === 0) {
      kept.push(quoted === undefined ? whole : quoted + behind);
      if (quoted !== undefined && phrase.length > 0) required.push(phrase);
    } else excluded.push(phrase);
  }
  const plain = required.length === 0 && excluded.length === 0;
  return { text: plain ? query : kept.join(" "), required, excluded };
}
