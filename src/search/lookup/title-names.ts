/** Titles that a part of a query may name: one beside its author's name, and identifiers such as `BIP 141`. */
import { queryTerms } from "../analysis/analyzer.ts";
import { stopWords } from "../analysis/stop-words.ts";
import { type Token, tokenize } from "../analysis/tokenizer.ts";
import { withoutForms } from "./document-forms.ts";
import { identifiedTitles, identifiersMeant, numbersMeant } from "./identifiers.ts";
import { nameKey } from "./name-key.ts";

export interface TitleName {
  /** A {@link nameKey}, or the key of an identifier. */
  key: string;
  /** Folded words that the author's name must hold; none for any author. */
  author: readonly string[];
  /** Index terms of which the title behind its identifier must have one; any title without. */
  subject?: readonly string[];
}

/** Longer texts, such as a pasted idea, mention standards without asking for them. */
const maxTokens = 24;
/** Fewer words without that of a form, such as `bitcoin paper`, are rather a subject. */
const minFormless = 4;
/** Words of an author's name. */
const maxAuthorWords = 3;

export const isIdentifier = ({ key }: TitleName): boolean => key.startsWith("#");

/** Of a query without operators. */
export function titleNames(query: string): TitleName[] {
  const tokens = tokenize(query);
  if (tokens.length > maxTokens) return [];
  const identifiers = identifiersMeant(query, tokens).map((key) => ({ key, author: [] }));
  const subject = queryTerms(query);
  const numbers = numbersMeant(query, tokens).map((key) => ({ key, author: [], subject }));
  return [...identifiers, ...numbers, ...besideAuthors(query, tokens), ...formless(query)];
}

/** `paul graham essay hackers and painters` as if without `essay`. */
function formless(query: string): TitleName[] {
  const rest = withoutForms(query);
  if (rest === query) return [];
  const tokens = tokenize(rest).filter(({ text }) => !stopWords.has(text));
  const whole = tokens.length >= minFormless ? [{ key: nameKey(rest), author: [] }] : [];
  return [...whole, ...besideAuthors(rest, tokens)];
}

/** Whether a title behind its identifier has any of these terms. */
export function isAbout(subject: readonly string[], title: string): boolean {
  const [whole = ""] = identifiedTitles(title);
  return queryTerms(whole).some((term) => subject.includes(term));
}

/** Whether a name contains all of the words, in any order. */
export function isNamed(words: readonly string[], name: string): boolean {
  const held = new Set(tokenize(name).map(({ text }) => text));
  return words.every((word) => held.has(word));
}

/** The query without its first or last words, which then must be the author: `Wei Dai b-money`. */
function besideAuthors(query: string, tokens: readonly Token[]): TitleName[] {
  const names: TitleName[] = [];
  for (let words = 1; words <= Math.min(maxAuthorWords, tokens.length - 1); words++) {
    const last = tokens.length - words;
    names.push(
      { key: nameKey(query.slice(tokens[words]!.start)), author: textsOf(tokens.slice(0, words)) },
      { key: nameKey(query.slice(0, tokens[last - 1]!.end)), author: textsOf(tokens.slice(last)) },
    );
  }
  return names;
}

const textsOf = (tokens: readonly Token[]) => tokens.map(({ text }) => text);
