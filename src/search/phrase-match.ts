/** Whether a text contains adjacent words, ignoring anything between them that is not a word. */
import { forEachToken } from "./analysis/tokenizer.ts";

/** `phrase` contains folded tokens, as returned by the tokenizer. */
export function holdsPhrase(text: string, phrase: readonly string[]): boolean {
  // Most texts lack a word of the phrase, which a plain search finds quickly. Folded words may differ from the text.
  const lower = text.toLowerCase();
  if (phrase.some((word) => isAscii(word) && !lower.includes(word) && isAscii(lower))) return false;
  let found = false;
  const ring: string[] = [];
  forEachToken(text, (token) => {
    if (found) return;
    ring.push(token);
    if (ring.length > phrase.length) ring.shift();
    found = ring.length === phrase.length && ring.every((word, i) => word === phrase[i]);
  });
  return found;
}

const isAscii = (text: string) => !/[^\0-\x7f]/.test(text);
