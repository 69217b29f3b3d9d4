/**
 * Phrases of the vocabulary as they are written and as they match. The last word, the head noun, matches its
 * singular and plural: "contract security" is not "contracts securely". The words before it match whatever has their
 * stem: "splitting bills" is "split bills". After `=` a word matches only itself, with a capital in it only when
 * written so. Plus and hash signs at the end belong to the word.
 */
import { tokenize } from "../../search/analysis/tokenizer.ts";
import { formOf, type Words } from "./words.ts";

export interface PhraseWord {
  form: string;
  /** The folded word that must occur there; null: any inflection. */
  token: string | null;
  /** The singular that the word there must have; null: any. */
  singular: string | null;
  /** The exact spelling required there; null: any. */
  written: string | null;
}

export interface Phrase {
  words: PhraseWord[];
  /** The last word as written here, folded. */
  last: string;
  /** Signs that must follow immediately, where they are no part of the last word, as those of C++ are. */
  signs: string;
}

const trailingSigns = /(?<![+#])[+#]+$/;

/** Null when the phrase contains no letter and no digit. */
export function parsePhrase(source: string): Phrase | null {
  const words = source
    .trim()
    .split(/\s+/)
    .flatMap((part) => {
      const exact = part.startsWith("=");
      return tokenize(exact ? part.slice(1) : part).map(({ text, start, end }): PhraseWord => {
        const written = part.slice(start + Number(exact), end + Number(exact));
        const cased = written !== written.toLowerCase();
        return {
          form: formOf(text),
          token: exact ? text : null,
          singular: null,
          written: cased ? written : null,
        };
      });
    });
  if (words.length === 0) return null;
  const last = tokenize(source).at(-1)!.text;
  words.at(-1)!.singular = singularOf(last);
  const signs = trailingSigns.exec(source.trim())?.[0] ?? "";
  return { words, last, signs: last.endsWith(signs) ? "" : signs };
}

/** Two phrases with one key match the same texts. */
export function phraseKey({ words, signs }: Phrase): string {
  return JSON.stringify([
    words.map(({ form, token, singular, written }) => [singular ?? form, token, written]),
    signs,
  ]);
}

/** Whether a phrase whose forms match at word `at` also satisfies its exact spellings and signs. */
export function matchesAt({ words: wanted, signs }: Phrase, words: Words, at: number): boolean {
  for (let i = 0; i < wanted.length; i++) {
    const { token, singular, written } = wanted[i]!;
    if (token !== null && words.tokens[at + i] !== token) return false;
    if (singular !== null && singularOf(words.tokens[at + i]!) !== singular) return false;
    if (written !== null && words.text.slice(words.starts[at + i], words.ends[at + i]) !== written)
      return false;
  }
  return signs === "" || words.text.startsWith(signs, words.ends[at + wanted.length - 1]);
}

/** D. Harman's S stemmer ("How effective is suffixing?", 1991): undoes the plural and nothing else. */
export function singularOf(token: string): string {
  if (/[^ea]ies$/.test(token)) return `${token.slice(0, -3)}y`;
  if (/[^aeo]es$/.test(token)) return token.slice(0, -1);
  if (/[^us]s$/.test(token)) return token.slice(0, -1);
  return token;
}
