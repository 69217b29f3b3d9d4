/** Identifiers of numbered documents, such as `BIP 141`, `EIP-1559` or `SIMD-0096`, whose titles begin with them. */
import type { Token } from "../analysis/tokenizer.ts";

const beginning = /^\s*(\p{L}{2,8})[ -]?0*(\d{1,6})\s*:/u;
const letters = /^\p{L}{2,8}$/u;
const digits = /^0*(\d{1,6})$/;
const joined = /^(\p{L}{2,8})0*(\d{1,6})$/u;
const gap = /^[ -]?$/;

/** `"EIP-1559: Fee market change"` → `#eip1559`; `""` for a title that does not begin with one before a colon. */
export function titleIdentifier(title: string): string {
  const [, word, number] = beginning.exec(title) ?? [];
  return word && number ? keyOf(word.toLowerCase(), number) : "";
}

/** Keys of those that a text contains, joined (`eip1559`) or not (`EIP 1559`, `eip-1559`), in order. */
export function identifiersIn(text: string, tokens: readonly Token[]): string[] {
  const found = new Set<string>();
  tokens.forEach((token, i) => {
    const [, word, number] = joined.exec(token.text) ?? [];
    if (word && number) found.add(keyOf(word, number));
    const next = tokens[i + 1];
    const following = next && letters.test(token.text) && digits.exec(next.text);
    if (following && gap.test(text.slice(token.end, next.start))) found.add(keyOf(token.text, following[1]!));
  });
  return [...found];
}

/** Not the key of any name. */
const keyOf = (word: string, number: string) => `#${word}${number}`;
