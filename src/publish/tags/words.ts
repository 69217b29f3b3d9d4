/** Splits a text into words, with the breaks that a phrase cannot cross. */
import { termOf } from "../../search/analysis/analyzer.ts";
import { forEachToken } from "../../search/analysis/tokenizer.ts";

/** What precedes a word: no separator, a comma or similar, or a full stop. */
export const noBreak = 0;
export const clauseBreak = 1;
export const sentenceBreak = 2;

/** Parallel lists, one entry per word. */
export interface Words {
  text: string;
  /** Folded, as returned by the tokenizer. */
  tokens: string[];
  /** Stems; stop words stay as they are. */
  forms: string[];
  /** Positions in `text`, in UTF-16 units. */
  starts: number[];
  ends: number[];
  /** The break before each word; the first begins a sentence. */
  breaks: number[];
}

/** A blank (with emphasis marks around it), a hyphen, or a sign inside a name such as the dot of "next.js". */
const joint = /^(?:[-‐‑–/'’._&@]|[*_`~]{0,3}[ \t\u00a0]+[*_`~$@]{0,3})$/;
const fullStop = /\n|[.!?…](?:\s|$)/;

export function readWords(text: string): Words {
  const words: Words = { text, tokens: [], forms: [], starts: [], ends: [], breaks: [] };
  let before = -1;
  forEachToken(text, (token, start, end) => {
    words.tokens.push(token);
    words.forms.push(formOf(token));
    words.starts.push(start);
    words.ends.push(end);
    words.breaks.push(before < 0 ? sentenceBreak : breakIn(text.slice(before, start)));
    before = end;
  });
  return words;
}

/** The form in which words of phrases and texts are compared. */
export function formOf(token: string): string {
  return termOf(token) ?? token;
}

function breakIn(gap: string): number {
  if (gap === " " || gap === "-") return noBreak;
  // Pairs of characters of a script without blanks overlap: their gap is empty.
  if (gap === "" || joint.test(gap)) return noBreak;
  return fullStop.test(gap) ? sentenceBreak : clauseBreak;
}

/** The first word of the clause or sentence that contains word `at`. */
export function startOf(words: Words, at: number, kind: number): number {
  let start = at;
  while (start > 0 && words.breaks[start]! < kind) start--;
  return start;
}

/** One past the last word of that clause or sentence. */
export function endOf(words: Words, at: number, kind: number): number {
  let end = at + 1;
  while (end < words.tokens.length && words.breaks[end]! < kind) end++;
  return end;
}
