/** Keys that compare names and titles ignoring case, accents, punctuation, spaces and stop words. */
import { stopWords } from "../analysis/stop-words.ts";
import { forEachToken } from "../analysis/tokenizer.ts";

/** `"Bitcoin: A Peer-to-Peer System"` → `bitcoinpeerpeersystem`. A name of stop words only keeps them; `""` without words. */
export function nameKey(name: string): string {
  const words = wordsOf(name);
  const topical = words.filter((word) => !stopWords.has(word));
  return (topical.length > 0 ? topical : words).join("");
}

/** The same with stop words: of several names with one {@link nameKey}, it tells which is meant. */
export const fullNameKey = (name: string): string => wordsOf(name).join("");

/** Whether two names differ in case and white space at most. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string) => name.trim().replace(blanks, " ").toLowerCase();
  return plain(one) === plain(other);
}

const blanks = /\s+/gu;

function wordsOf(name: string): string[] {
  const words: string[] = [];
  forEachToken(name, (token) => words.push(token));
  return words;
}
