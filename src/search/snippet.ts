/** The part of a text that best shows why it matched, of limited length, cut at word boundaries. */
import { termOf } from "./analysis/analyzer.ts";
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
/** A second occurrence of a term adds little. */
const repeatShare = 0.1;

/** Runs of white space become one blank, as in a line of a result list. */
export function snippet(text: string, options: SnippetOptions): string {
  const flat = text.replace(unevenBlanks, " ").trim();
  const { maxChars } = options;
  if (firstCharacters(flat, maxChars).length === flat.length) return flat;
  const matches = findMatches(flat, options.weights);
  const window = bestWindow(matches, options.weights, maxChars);
  return cutAtWords(flat, window ?? { start: 0, end: 0 }, maxChars);
}

interface WantedTokens {
  /** Stemming changes endings only: a token with another beginning need not be stemmed. */
  beginnings: ReadonlySet<string>;
  /** Finds such tokens in ASCII text without reading the others; null if a term is not ASCII. */
  tokens: RegExp | null;
}

/** One query produces many snippets. */
const wanted = new WeakMap<ReadonlyMap<string, number>, WantedTokens>();

function wantedTokens(weights: ReadonlyMap<string, number>): WantedTokens {
  let found = wanted.get(weights);
  if (!found) {
    const beginnings = new Set(Array.from(weights.keys(), (term) => term.slice(0, 2)));
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
interface Range {
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

/** At most `maxChars` characters around the core range, starting at a sentence or word and ending at a word. */
function cutAtWords(text: string, core: Range, maxChars: number): string {
  const slack = Math.max(0, maxChars - (core.end - core.start) - 2);
  let start = Math.max(0, core.start - Math.floor(slack / 3));
  if (start > 0) {
    const lead = text.slice(start, core.start);
    const sentence = lead.search(/(?<=[.!?] )\S/);
    const word = lead.search(/(?<= )\S/);
    start = sentence >= 0 ? start + sentence : word >= 0 ? start + word : core.start;
  }
  const head = start > 0 ? ellipsis : "";
  const rest = firstCharacters(text.slice(start), maxChars - head.length);
  if (start + rest.length >= text.length) return head + rest;
  const room = firstCharacters(rest, maxChars - head.length - 1);
  const space = room.lastIndexOf(" ");
  const body = space > room.length / 2 ? room.slice(0, space) : room;
  return head + body.trimEnd() + ellipsis;
}

/** The first `count` code points. */
export function firstCharacters(text: string, count: number): string {
  if (text.length <= count) return text;
  let at = 0;
  for (let i = 0; i < count && at < text.length; i++) at += text.codePointAt(at)! > 0xffff ? 2 : 1;
  return text.slice(0, at);
}
