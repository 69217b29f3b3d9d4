/** Keys that compare names and titles ignoring case, accents, punctuation, spaces and stop words. */
import { stopWords } from "../analysis/stop-words.ts";
import { forEachToken } from "../analysis/tokenizer.ts";

/** `"Bitcoin: A Peer-to-Peer System"` → `bitcoinpeerpeersystem`. A name of stop words only keeps them; `""` without words. */
export function nameKey(name: string): string {
  const words: string[] = [];
  forEachToken(name, (token) => words.push(token));
  const topical = words.filter((word) => !stopWords.has(word));
  return (topical.length > 0 ? topical : words).join("");
}
