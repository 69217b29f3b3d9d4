/**
 * Text to tokens: runs of letters, digits and marks, lower-cased, Latin accents folded.
 * Scripts written without spaces (Han, kana, Hangul, Thai) become overlapping pairs of characters,
 * so that a query finds a word inside a longer run.
 */

/** Tokens longer than this are cut: they are hashes, keys and URLs, and no one types them whole. */
export const maxTokenLength = 64;

const runs = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}]*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;
const hasUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** With its combining marks: a voiced kana may be two code points. */
const character = /.\p{M}*/gsu;
const latinMarks = /[\u0300-\u036f]/g;
const blanks = /\s+/gu;
const beyondAscii = /[^\0-\x7f]/;

export interface Token {
  /** Folded form, before stemming. */
  text: string;
  /** Position in UTF-16 units of the first character in the original text. */
  start: number;
  /** Position after the last character. */
  end: number;
}

/**
 * Lower-cases and folds one run; ASCII, the common case, is only lower-cased. Compatibility forms may turn
 * into capitals (𝐀) or contain blanks, so both are handled once more.
 */
function fold(run: string): string {
  const lower = run.toLowerCase();
  if (!beyondAscii.test(lower)) return lower;
  const plain = lower.normalize("NFKD").replace(latinMarks, "").normalize("NFC");
  return plain.toLowerCase().replace(blanks, "");
}

/** Overlapping pairs of characters of one run; a single character is kept. */
function* pairs(run: string): Generator<{ text: string; start: number }> {
  const characters = run.match(character)!;
  let at = 0;
  if (characters.length === 1) yield { text: run, start: 0 };
  for (let i = 0; i + 1 < characters.length; i++) {
    const text = characters[i]! + characters[i + 1]!;
    yield { text, start: at };
    at += characters[i]!.length;
  }
}

/** Calls `visit` with each token's folded form and its position in `text`. */
export function forEachToken(text: string, visit: (token: string, start: number, end: number) => void): void {
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      if (isLetterOrDigit(code)) {
        if (start < 0) start = i;
      } else if (start >= 0) {
        visit(cut(text.slice(start, i).toLowerCase()), start, i);
        start = -1;
      }
      continue;
    }
    // Beyond ASCII only the regular expression recognises letters. It is used until the end of the run.
    runs.lastIndex = start < 0 ? i : start;
    const match = runs.exec(text);
    if (!match) return;
    giveRun(match[0], match.index, visit);
    i = match.index + match[0].length - 1;
    start = -1;
  }
  if (start >= 0) visit(cut(text.slice(start).toLowerCase()), start, text.length);
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

function giveRun(
  run: string,
  start: number,
  visit: (token: string, start: number, end: number) => void,
): void {
  if (!beyondAscii.test(run) || !hasUnspaced.test(run)) {
    give(run, start, visit);
    return;
  }
  for (const part of run.matchAll(unspaced)) {
    const offset = start + part.index;
    if (!hasUnspaced.test(part[0])) give(part[0], offset, visit);
    else for (const pair of pairs(part[0])) give(pair.text, offset + pair.start, visit);
  }
}

/** Some signs fold to nothing; they are not tokens. */
function give(run: string, start: number, visit: (token: string, start: number, end: number) => void): void {
  const token = cut(fold(run));
  if (token !== "") visit(token, start, start + run.length);
}

/** Never ends in half a surrogate pair. */
function cut(token: string): string {
  if (token.length <= maxTokenLength) return token;
  const last = token.charCodeAt(maxTokenLength - 1);
  return token.slice(0, last >= 0xd800 && last <= 0xdbff ? maxTokenLength - 1 : maxTokenLength);
}

/** All tokens of a text with their positions. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  forEachToken(text, (token, start, end) => tokens.push({ text: token, start, end }));
  return tokens;
}
