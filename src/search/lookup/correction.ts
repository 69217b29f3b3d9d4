/**
 * Replaces query words that occur in no text by the nearest that do: misspelt words, two words
 * written as one (`healthrecords`), and one word written as two (`de fi`); words that are misspelt in texts, too; and
 * words that stand in place of others.
 */
import { termOf } from "../analysis/analyzer.ts";
import type { Token } from "../analysis/tokenizer.ts";
import { confusedReadings } from "./confused-words.ts";
import { misspeltReadings } from "./misspelt-words.ts";
import type { Vocabulary } from "./vocabulary.ts";
import {
  listedReadings,
  nearReadings,
  noWords,
  type Reading,
  rareTexts,
  readingsOf,
  splitReadings,
  type Words,
} from "./word-readings.ts";

export interface Correction {
  /** Positions in the query, in UTF-16 units. */
  start: number;
  end: number;
  /**
   * Best first; each of one or two index terms. Weights are below 1, the weight of a word found as typed. `words`: as
   * they are written, where that is known better than by the form of the terms.
   */
  readings: { terms: string[]; weight: number; words?: string[] }[];
  /** The typed word is correctly written, but the words beside it tell that another one is meant. */
  isConfused?: true;
}

const maxReadings = 3;
/** A reading less likely than this share of the best one is not searched. */
const minShare = 0.3;
/** Weight of the best reading, and the reduction for each unit of typing cost. */
const bestWeight = 0.9;
const joinCost = 0.6;
/** Two known words are also searched as one when one of them is at most this long. */
const shortPart = 3;

/** Least share that texts with both as one word have of those with the rarer of them, or with the one before a digit. */
export const leastJoined = 0.25;
const leastVersion = 0.02;

/**
 * Texts with a word that may be misspelt in them, too, also as a share of all, of few and of many; and how many times more
 * must hold what is one edit away, a word of the list, or its parts.
 */
const doubtful = {
  texts: rareTexts,
  share: 1 / 500,
  ofMany: 1 / 1_000,
  shortest: 5,
  nearFactor: 100,
  listedFactor: 10,
  splitFactor: 10,
} as const;
/** Most that the edit costs. */
const doubtfulCost = 1;
/** The same for a word of the list that is as frequent as others must be: enough for an edit of the first letter. */
const frequentCost = 1.4;

/** Corrections of the tokens of a query, in order; none where every word is known. */
export function correctTokens(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  words: Words = noWords,
): Correction[] {
  const corrections: Correction[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    const next = tokens[i + 1];
    const joined = next && joinedReading(token, next, vocabulary);
    if (joined) {
      corrections.push({ start: token.start, end: next.end, readings: weigh([joined]) });
      i++;
      continue;
    }
    const term = termOf(token.text);
    if (term === null) continue;
    const isFound = vocabulary.frequency(term) > 0;
    const readings = weigh(
      isFound
        ? misspeltReadings({ typed: token.text, term }, vocabulary, words)
        : readingsOf(token.text, vocabulary, words),
    );
    const { start, end } = token;
    if (readings.length > 0) corrections.push({ start, end, readings });
    if (readings.length > 0 || !isFound) continue;
    const confused = weigh(confusedReadings(tokens, i, { vocabulary, words }));
    if (confused.length > 0) corrections.push({ start, end, readings: confused, isConfused: true });
  }
  return corrections;
}

/**
 * Readings of words that few texts contain, where many contain a word one edit away, or the two words that it joins: the
 * texts may be misspelt, too (`lighning`), or write apart (`rugpull`) what the query does not. Words of the list need fewer
 * texts. None of words that `isKnown` accepts.
 */
export function doubtfulTokens(
  tokens: readonly Token[],
  vocabulary: Vocabulary,
  { isKnown = () => false, words = noWords }: { isKnown?: (token: Token) => boolean; words?: Words } = {},
): Correction[] {
  const { texts } = vocabulary;
  const most = Math.max(Math.min(doubtful.texts, texts * doubtful.share), texts * doubtful.ofMany);
  return tokens.flatMap((token) => {
    const { text, start, end } = token;
    const term = termOf(text);
    const own = term === null ? 0 : vocabulary.frequency(term);
    if (own === 0 || own > most || text.length < doubtful.shortest || isKnown(token)) return [];
    const isFrequent = (factor: number) => (reading: Reading) => reading.frequency >= factor * own;
    const near = nearReadings(text, vocabulary).filter(isFrequent(doubtful.nearFactor));
    const listed = listedReadings(text, vocabulary, words);
    const isCheap = ({ cost }: Reading) => cost <= doubtfulCost;
    const isLikely = (reading: Reading) =>
      isCheap(reading) || (reading.cost <= frequentCost && isFrequent(doubtful.nearFactor)(reading));
    const readings = weigh([
      ...near.filter(isCheap),
      ...listed.filter(isFrequent(doubtful.listedFactor)).filter(isLikely),
      ...splitReadings(text, vocabulary, words).filter(isFrequent(doubtful.splitFactor)),
    ]);
    return readings.length > 0 ? [{ start, end, readings }] : [];
  });
}

/** The query with each correction replaced by its best reading. */
export function correctedText(
  query: string,
  corrections: readonly Correction[],
  vocabulary: Vocabulary,
): string {
  let text = "";
  let at = 0;
  for (const { start, end, readings } of corrections) {
    text += query.slice(at, start) + wordsOf(readings[0]!, vocabulary).join(" ");
    at = end;
  }
  return text + query.slice(at);
}

/** A reading as it is written. */
export function wordsOf(
  { terms, words }: Correction["readings"][number],
  vocabulary: Vocabulary,
): readonly string[] {
  return words ?? terms.map((term) => vocabulary.form(term));
}

/** Two words joined, if one of them is unknown or too short to be meaningful. */
function joinedReading(a: Token, b: Token, vocabulary: Vocabulary): Reading | null {
  const joined = termOf(a.text + b.text);
  if (joined === null || joined.length < 2 * 2) return null;
  const frequency = vocabulary.frequency(joined);
  if (frequency === 0) return null;
  const parts = [a, b].map(({ text }) => termOf(text));
  const unknown = parts.some((term) => term !== null && vocabulary.frequency(term) === 0);
  const short = !parts.includes(null) && [a, b].every(({ text }) => text.length <= shortPart);
  if (!unknown && !(short && isMeant(b, { frequency, parts: parts as string[] }, vocabulary))) return null;
  return { terms: [joined], cost: joinCost, frequency };
}

/** Whether two known words are rather one: `web 3` and `de fi` are, `gas fee` is not, though somebody wrote `gasfee`. */
function isMeant(
  last: Token,
  { frequency, parts }: { frequency: number; parts: readonly string[] },
  vocabulary: Vocabulary,
): boolean {
  const [first, second] = parts.map((term) => vocabulary.frequency(term)) as [number, number];
  if (!/^\d+$/.test(last.text)) return frequency >= leastJoined * Math.min(first, second);
  // Two digits or more are the number of a document (BIP 141), which titles write apart; one is a version (web 3).
  return last.text.length === 1 && frequency >= leastVersion * first;
}

/** The most likely readings: frequent terms at a low typing cost. */
function weigh(readings: readonly Reading[]): Correction["readings"] {
  const likely = readings
    .map((reading) => ({
      ...reading,
      likelihood: Math.exp(-2 * reading.cost) * Math.log2(2 + reading.frequency),
    }))
    .sort((a, b) => b.likelihood - a.likelihood || (a.terms[0]! < b.terms[0]! ? -1 : 1));
  const best = likely[0]?.likelihood ?? 1;
  return likely
    .filter(({ likelihood }) => likelihood >= best * minShare)
    .slice(0, maxReadings)
    .map(({ terms, cost, likelihood, words }) => ({
      terms,
      weight: (bestWeight * (likelihood / best)) / (1 + 0.25 * cost),
      ...(words && { words }),
    }));
}
