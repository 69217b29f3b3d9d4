/**
 * Text to tokens: runs of letters, digits and marks, lower-cased, Latin accents folded; and `c++`, `c#` and `f#`.
 * Scripts written without spaces (Han, kana, Hangul, Thai) become overlapping pairs of characters,
 * so that a query finds a word inside a longer run.
 */
import { randomInt } from "node:crypto";

/** Tokens longer than this are cut: they are hashes, keys and URLs, and no one types them whole. */
export const maxTokenLength = 64;

const runs = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
/** A mark alone, behind a character of another script, begins none. */
const unspaced =
  /(?!\p{M})[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{M}]*|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]+/gu;
const hasUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** With its combining marks: a voiced kana may be two code points. */
const character = /.\p{M}*/gsu;
const latinMarks = /[\u0300-\u036f]/g;
const blanks = /\s+/gu;
const beyondAscii = /[^\0-\x7f]/;
/** FNV-1a's prime, and a start that no writer of texts knows, who might choose words of the same hash. */
const hashFactor = 0x01000193;
const hashStart = randomInt(2 ** 31);

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

/** A run of ASCII letters and digits in a text, not longer than a token may be. */
export interface AsciiRun {
  text: string;
  start: number;
  end: number;
  /** Of its lower-cased form. */
  hash: number;
}

type TokenVisitor = (token: string, start: number, end: number) => void;

/** Calls `visit` with each token's folded form and its position in `text`. */
export function forEachToken(text: string, visit: TokenVisitor): void {
  forEachRun(text, {
    run: ({ start, end }) => visit(text.slice(start, end).toLowerCase(), start, end),
    token: visit,
  });
}

/**
 * The same without strings for most tokens: `run` is called with those of ASCII letters and digits, `token` with others.
 * The run is valid during the call.
 */
export function forEachRun(
  text: string,
  visitor: { run: (run: AsciiRun) => void; token: TokenVisitor },
): void {
  const run = { text, start: -1, end: 0, hash: 0 };
  let start = -1;
  let hash = 0;
  const visitRun = (end: number) => {
    const signs = end - start === 1 ? signsBehind(text, start) : "";
    if (signs !== "") visitor.token(text[start]!.toLowerCase() + signs, start, end + signs.length);
    else if (end - start > maxTokenLength)
      visitor.token(cut(text.slice(start, end).toLowerCase()), start, end);
    else {
      run.start = start;
      run.end = end;
      run.hash = hash;
      visitor.run(run);
    }
    start = -1;
  };
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) {
      if (isLetterOrDigit(code)) {
        if (start < 0) {
          start = i;
          hash = hashStart;
        }
        // Lower-cases a letter and leaves a digit.
        hash = Math.imul(hash ^ (code | 0x20), hashFactor);
      } else if (start >= 0) visitRun(i);
      continue;
    }
    // Beyond ASCII only the regular expression recognises letters. It is used until the end of the run.
    runs.lastIndex = start < 0 ? i : start;
    const match = runs.exec(text);
    if (!match) return;
    if (beyondAscii.test(match[0])) {
      giveRun(match[0], match.index, visitor.token);
      i = match.index + match[0].length - 1;
      start = -1;
    } else if (start < 0) i = match.index - 1;
    else visitRun(i);
  }
  if (start >= 0) visitRun(text.length);
}

/** Of a programming language whose letter is at `at`: `++` or `#`; "" where it is a letter alone. */
function signsBehind(text: string, at: number): "" | "#" | "++" {
  const letter = text[at]!.toLowerCase();
  if (letter === "c" && text.startsWith("++", at + 1)) return "++";
  return (letter === "c" || letter === "f") && text[at + 1] === "#" ? "#" : "";
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

function giveRun(run: string, start: number, visit: TokenVisitor): void {
  if (!hasUnspaced.test(run)) {
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
function give(run: string, start: number, visit: TokenVisitor): void {
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
