/**
 * Text to index terms: tokens without stop words, stemmed with Snowball's English stemmer
 * (M. F. Porter, "Snowball: a language for stemming algorithms", 2001).
 */
import snowball from "snowball-stemmers";
import { irregularForms } from "./irregular-forms.ts";
import { stopWords } from "./stop-words.ts";
import { forEachToken } from "./tokenizer.ts";

const asciiWord = /^[a-z]+$/;
const english = snowball.newStemmer("english");

const wordOfForm = new Map(
  Object.entries(irregularForms).flatMap(([word, forms]) => forms.map((form) => [form, word])),
);

/** The index term of a token, or null for a stop word. Only plain English words are stemmed. */
export function termOf(token: string): string | null {
  if (stopWords.has(token)) return null;
  return token.length > 2 && asciiWord.test(token) ? stem(token) : token;
}

const formsOfTerm = new Map(
  Object.entries(irregularForms).map(([word, forms]) => [english.stem(word) as string, forms]),
);

/** Words that begin otherwise than their index term, the only ones: `mice` of `mous`. */
export function irregularFormsOf(term: string): readonly string[] {
  return formsOfTerm.get(term) ?? [];
}

/** Queries and snippets contain the same words repeatedly. */
const stems = new Map<string, string>();
const maxStems = 50_000;

function stem(word: string): string {
  let stemmed = stems.get(word);
  if (stemmed === undefined) {
    stemmed = english.stem(wordOfForm.get(word) ?? word);
    if (stems.size >= maxStems) stems.clear();
    stems.set(word, stemmed);
  }
  return stemmed;
}

/** Index terms of a text, in order, with repeats. */
export function analyze(text: string): string[] {
  const terms: string[] = [];
  forEachToken(text, (token) => {
    const term = termOf(token);
    if (term !== null) terms.push(term);
  });
  return terms;
}

/** Distinct index terms of a query, in order of first appearance. */
export function queryTerms(text: string): string[] {
  return [...new Set(analyze(text))];
}
