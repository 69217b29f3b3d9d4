/** Whether a text contains every word of a query, ignoring case: for short lists, where substrings should match too. */

/** The words of a query, folded; none for white space alone. */
export function wordsOf(query: string): string[] {
  return query
    .split(/\s+/)
    .filter((word) => word !== "")
    .map(foldCase);
}

/** Whether each word occurs in at least one of the texts, as a word or inside one. */
export function holdsEvery(words: readonly string[], texts: readonly (string | undefined)[]): boolean {
  const folded = texts.filter((text) => text !== undefined).map(foldCase);
  return words.every((word) => folded.some((text) => text.includes(word)));
}

/** Lower case first, for letters such as the Kelvin sign; then upper, which maps ß to SS and every sigma to one. */
function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase().toUpperCase();
}
