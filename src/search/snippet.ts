/** The part of a text that best shows why it matched, of limited length, cut at word boundaries. */
import { irregularFormsOf, termOf } from "./analysis/analyzer.ts";
import { forEachToken, maxTokenLength } from "./analysis/tokenizer.ts";

export interface SnippetOptions {
  /** Index terms of the query with their weights (inverse document frequency). */
  weights: ReadonlyMap<string, number>;
  /** Maximum length in characters (code points), ellipses included. */
  maxChars: number;
}

interface Match {
  start: number;
  end: number;
  term: string;
}

/** Single blanks, the common case, are unchanged. */
const unevenBlanks = /\s{2,}|[^\S ]/g;
/** Most texts have none, which is quick to test. */
const beyondAscii = /[\u0080-\uffff]/;
/** Any character, apart from signs, that the ASCII expression does not cover. */
const lettersBeyondAscii = /[^\p{ASCII}\p{P}\p{S}\p{Z}]/u;
const plain = /^[a-z0-9]+$/;
const ellipsis = "…";
/** Stands for a blank line: what follows begins a sentence, with or without a full stop before it. */
const paragraphEnd = "\n";
/** What is before a sentence: a full stop, also of a quotation or in brackets; after `e.g.`, a small letter follows. */
const sentenceBoundary = /\n(?=\S)|[.!?]["'”’)\]]{0,2} (?=[^\s\p{Ll}])/gu;
const longestBoundary = 4;
const wordBoundary = /[ \n](?=\S)/gu;
/** Share of the length beside the matches that may stand before them, so that the snippet begins with a sentence. */
const sentenceShare = 0.7;
/** Share of the best window's weight that suffices for one that begins with a sentence. */
const sentenceWorth = 0.8;
/** A second occurrence of a term adds little. */
const repeatShare = 0.1;

/** Runs of white space become one blank, as in a line of a result list. */
export function snippet(text: string, options: SnippetOptions): string {
  const flat = flatten(text);
  const { start, end } = rangeOf(flat, options);
  const shown = flat.slice(start, end).replaceAll(paragraphEnd, " ");
  return (start > 0 ? ellipsis : "") + shown + (end < flat.length ? ellipsis : "");
}

/** Position of the snippet in the text, in UTF-16 code units; null for an empty text. */
export function snippetRange(text: string, options: SnippetOptions): Range | null {
  const flat = flatten(text);
  if (flat === "") return null;
  const { start, end } = rangeOf(flat, options);
  if (end <= start) return null;
  const place = unflatten(text);
  return { start: place(start), end: place(end - 1) + 1 };
}

/** The words of a text that match, each once, as written, in the order of the text. */
export function matchingWords(text: string, weights: ReadonlyMap<string, number>): string[] {
  return [...new Set(findMatches(text, weights).map(({ start, end }) => text.slice(start, end)))];
}

/** Of the same length as what is shown, with a line feed in place of blank lines. */
const flatten = (text: string): string =>
  text
    .replace(unevenBlanks, (blanks) => (blanks.indexOf("\n") < blanks.lastIndexOf("\n") ? paragraphEnd : " "))
    .trim();

/** Returns a function from places in the flat text, ascending, to those in the text itself. */
function unflatten(text: string): (at: number) => number {
  let removed = text.length - text.trimStart().length;
  // Blanks before the first word are gone altogether.
  const blanks = [...text.matchAll(unevenBlanks)].filter(({ index }) => index >= removed);
  let next = 0;
  return (at) => {
    for (; next < blanks.length && blanks[next]!.index - removed < at; next++)
      removed += blanks[next]![0].length - 1;
    return at + removed;
  };
}

function rangeOf(flat: string, { weights, maxChars }: SnippetOptions): Range {
  if (firstCharacters(flat, maxChars).length === flat.length) return { start: 0, end: flat.length };
  const matches = findMatches(flat, weights);
  const best = bestWindow(matches, weights, maxChars);
  if (!best) return cutAtWords(flat, { start: 0, end: 0 }, maxChars);
  return cutAtWords(flat, sentenceWindow(flat, best, { matches, weights, maxChars }) ?? best, maxChars);
}

interface WantedTokens {
  /** Of terms and their irregular forms; stemming changes endings only: other tokens need not be stemmed. */
  beginnings: ReadonlySet<string>;
  /** Finds such tokens in ASCII text without reading the others; null if a term is not ASCII. */
  tokens: RegExp | null;
}

/** One query produces many snippets. */
const wanted = new WeakMap<ReadonlyMap<string, number>, WantedTokens>();

function wantedTokens(weights: ReadonlyMap<string, number>): WantedTokens {
  let found = wanted.get(weights);
  if (!found) {
    const words = Array.from(weights.keys(), (term) => [term, ...irregularFormsOf(term)]).flat();
    const beginnings = new Set(words.map((word) => word.slice(0, 2)));
    const isPlain = [...beginnings].every((beginning) => plain.test(beginning));
    // Time: linear, since a match begins only where a token does and each alternative has two letters.
    const tokens = isPlain
      ? new RegExp(`(?<![a-z0-9])(?:${[...beginnings].join("|")})[a-z0-9]*`, "gi")
      : null;
    found = { beginnings, tokens };
    wanted.set(weights, found);
  }
  return found;
}

function findMatches(text: string, weights: ReadonlyMap<string, number>): Match[] {
  const matches: Match[] = [];
  const { beginnings, tokens } = wantedTokens(weights);
  const add = (token: string, start: number, end: number) => {
    const term = termOf(token);
    if (term !== null && weights.has(term)) matches.push({ start, end, term });
  };
  if (weights.size === 0) return matches;
  if (!tokens || (beyondAscii.test(text) && lettersBeyondAscii.test(text)))
    forEachToken(text, (token, start, end) => {
      if (beginnings.has(token.slice(0, 2))) add(token, start, end);
    });
  else {
    tokens.lastIndex = 0;
    for (let match = tokens.exec(text); match; match = tokens.exec(text)) {
      const end = match.index + match[0].length;
      add(match[0].slice(0, maxTokenLength).toLowerCase(), match.index, end);
    }
  }
  return matches;
}

/** Positions in the text, in UTF-16 code units; the end is exclusive. */
export interface Range {
  start: number;
  end: number;
}

/** The run of matches within reach of one another with the greatest weight; the earliest of equals. */
function bestWindow(
  matches: readonly Match[],
  weights: ReadonlyMap<string, number>,
  reach: number,
): Range | null {
  let best: Range | null = null;
  let bestValue = 0;
  for (let i = 0; i < matches.length; i++) {
    const seen = new Set<string>();
    let value = 0;
    for (let j = i; j < matches.length && matches[j]!.end - matches[i]!.start <= reach - 20; j++) {
      const { term, end } = matches[j]!;
      value += (weights.get(term) ?? 0) * (seen.has(term) ? repeatShare : 1);
      seen.add(term);
      if (value <= bestValue) continue;
      bestValue = value;
      best = { start: matches[i]!.start, end };
    }
  }
  return best;
}

/**
 * The window that begins with the sentence in which the best one begins, or with the next sentence: the one of more weight,
 * if it is worth as much as nearly the best.
 */
function sentenceWindow(
  text: string,
  best: Range,
  { matches, weights, maxChars }: SnippetOptions & { matches: readonly Match[] },
): Range | null {
  const starts = startsIn(text, { start: best.start - maxChars, end: best.end }, sentenceBoundary);
  if (best.start < maxChars) starts.unshift(0);
  const next = starts.findIndex((start) => start > best.start);
  const around = next < 0 ? starts.slice(-1) : starts.slice(Math.max(0, next - 1), next + 1);
  const inBest = matches.filter(({ start, end }) => start >= best.start && end <= best.end);
  let chosen: Range | null = null;
  let least = sentenceWorth * weightOf(inBest, weights);
  for (const start of around) {
    const within = matches.filter((match) => match.start >= start && match.end - start <= maxChars - 20);
    const weight = weightOf(within, weights);
    if (weight < least) continue;
    chosen = { start, end: within.at(-1)!.end };
    least = weight;
  }
  return chosen;
}

/** Of the different terms; repeated ones add a part. */
function weightOf(matches: readonly Match[], weights: ReadonlyMap<string, number>): number {
  const seen = new Set<string>();
  let sum = 0;
  for (const { term } of matches) {
    sum += (weights.get(term) ?? 0) * (seen.has(term) ? repeatShare : 1);
    seen.add(term);
  }
  return sum;
}

/** At most `maxChars` characters around the core range, starting at a sentence or word and ending at a word. */
function cutAtWords(text: string, core: Range, maxChars: number): Range {
  const start = startOf(text, core, maxChars);
  const head = start > 0 ? ellipsis.length : 0;
  const rest = firstCharacters(text.slice(start), maxChars - head);
  if (start + rest.length >= text.length) return { start, end: text.length };
  const room = firstCharacters(rest, maxChars - head - ellipsis.length);
  const space = Math.max(room.lastIndexOf(" "), room.lastIndexOf(paragraphEnd));
  const body = space > room.length / 2 ? room.slice(0, space) : room;
  return { start, end: start + body.trimEnd().length };
}

/** With the sentence of the core, with an earlier one where the text ends soon behind it, or with a word. */
function startOf(text: string, core: Range, maxChars: number): number {
  const slack = Math.max(0, maxChars - (core.end - core.start) - 2);
  const earliest = text.length - (maxChars - ellipsis.length);
  const endsSoon = earliest < core.start - slack * sentenceShare;
  const from = endsSoon ? earliest : core.start - Math.floor(slack * sentenceShare);
  if (from <= 0) return 0;
  const sentences = startsIn(text, { start: from, end: core.start + 1 }, sentenceBoundary);
  if (sentences.length > 0) return sentences.at(endsSoon ? 0 : -1)!;
  const near = endsSoon ? earliest : core.start - Math.floor(slack / 3);
  return startsIn(text, { start: near, end: core.start }, wordBoundary)[0] ?? core.start;
}

function startsIn(text: string, { start, end }: Range, boundary: RegExp): number[] {
  const before = Math.max(0, start - longestBoundary);
  return Array.from(
    text.slice(before, end).matchAll(boundary),
    ({ 0: { length }, index }) => before + index + length,
  ).filter((at) => at >= start);
}

/** The first `count` code points. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let at = 0;
  for (let i = 0; i < count && at < text.length; i++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return text.slice(0, at);
}
