/** A word of a phrase: letters, digits and the marks on them. Hyphens, slashes and the like separate words. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** The words of a phrase, case and compatibility forms folded, so that "On-Chain" and "on chain" are one. */
export function phraseWords(phrase: string): string[] {
  return phrase.normalize("NFKC").toLowerCase().match(WORD) ?? [];
}
