/** The words and the passage of a result that match its query. */
import type { Explanation } from "../contract/api/explanation.ts";
import { countCodePoints } from "../contract/values/text.ts";
import { matchingWords, type SnippetOptions, snippetRange } from "../search/snippet.ts";

const termsListed = 50;

/** Those of several texts, each once, as written. */
export function matchingTerms(texts: readonly string[], weights: ReadonlyMap<string, number>): string[] {
  const found = texts.flatMap((text) => matchingWords(text, weights));
  return [...new Set(found)].slice(0, termsListed);
}

/**
 * Position of the snippet in a text, in code points, `before` of which come before the text; null where it is not
 * within the first `length` UTF-16 code units.
 */
export function passageIn(
  text: string,
  options: SnippetOptions,
  { before = 0, length = text.length }: { before?: number; length?: number } = {},
): Explanation["passage"] {
  const range = snippetRange(text, options);
  if (!range || range.end > length) return null;
  const start = before + countCodePoints(text.slice(0, range.start));
  return { start, end: start + countCodePoints(text.slice(range.start, range.end)) };
}
