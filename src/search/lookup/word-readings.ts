/** Known terms that a word of a query may stand for. */
import { termOf } from "../analysis/analyzer.ts";
import { typingCost } from "./edit-distance.ts";
import { repairedEndings } from "./suffix-repair.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { WordList } from "./word-list.ts";

export interface Reading {
  terms: string[];
  /** Of the typing errors, see `typingCost`. */
  cost: number;
  /** Number of texts that contain the rarest of its terms. */
  frequency: number;
  /** The words meant, where they are known better than by the form of their terms. */
  words?: string[];
}

/** Correctly written words. */
export type Words = Pick<WordList, "has" | "near" | "neighbors">;

export const noWords: Words = { has: () => false, near: () => [], neighbors: () => [] };

/** Most that one edit, or two of repeated letters, cost. */
export const oneEdit = 1.2;
/** Of two words written as one. */
const splitCost = 0.9;
const shortestPart = 3;
/** Of a word written as one with a stop word, and the shortest of both. */
const stopWordCost = 1.1;
const shortestStopWord = 2;
const shortestBesideStopWord = 4;
/** One in so many texts must hold each of the two words. */
const textsForPart = 4_000;
const inflections: ReadonlySet<string> = new Set(["s", "es", "ed", "er", "ers", "ing", "ings"]);
/** Of `2` or `4` between two words, as in `play2earn`. */
const digitCost = 0.5;
/** Of `e` before a word, as in `evoting`. */
const electronicCost = 0.7;
const shortestElectronic = 5;
/** Of an ending, such as `-ance`, that the word does not have as it was first written. */
const endingCost = 0.3;
const shortestEnding = 2;
/** Of a word that is not in the list, though others near to it are. */
const unlistedCost = 0.3;
/** Texts with a rare word, which may be misspelt in all of them. */
export const rareTexts = 10;
/** Of a rare word that is not in the list, though others near to it are. */
const misspeltCost = 1;
/** Most that a word adds whose stem is near, but neither it nor another word with the typed ending is. */
const farCost = 1.5;
/** An ending so long tells that a word with two other letters in its stem is meant. */
const tellingEnding = 3;

/** What a word that no text contains may stand for: no two words, where one of the list is an edit away. */
export function readingsOf(typed: string, vocabulary: Vocabulary, words: Words): Reading[] {
  const listed = listedReadings(typed, vocabulary, words);
  const near = nearReadings(typed, vocabulary, { words, listed });
  if (listed.some(({ cost }) => cost <= oneEdit)) return near;
  return [...near, ...splitReadings(typed, vocabulary, words), ...besideStopWord(typed, vocabulary, words)];
}

/** Words with one or two other letters, the readings by the list among them; those without texts are omitted. */
export function nearReadings(
  typed: string,
  vocabulary: Vocabulary,
  { words = noWords, listed = [] }: { words?: Words; listed?: readonly Reading[] } = {},
): Reading[] {
  const term = termOf(typed) ?? typed;
  const ending = typed.startsWith(term) ? typed.slice(term.length) : "";
  const readings = new Map<string, Reading>();
  const offer = (found: string, cost: number, word?: string) => {
    const frequency = vocabulary.frequency(found);
    if (frequency === 0 || cost >= (readings.get(found)?.cost ?? Number.POSITIVE_INFINITY)) return;
    readings.set(found, { terms: [found], cost, frequency, ...(word && { words: [word] }) });
  };
  const hasEnding = (found: string) => vocabulary.form(found).includes(ending);
  for (const found of vocabulary.near(term)) {
    const lacksEnding = ending.length >= shortestEnding && !hasEnding(found);
    offer(found, typingCost(term, found) + (lacksEnding ? endingCost : 0));
  }
  if (typed !== term) for (const found of vocabulary.near(typed)) offer(found, typingCost(typed, found));
  // A long word may have two errors, though its stem is short: `remmitance`.
  if (ending.length >= tellingEnding)
    for (const found of vocabulary.near(term, typed.length))
      if (hasEnding(found)) offer(found, typingCost(term, found));
  for (const word of repairedEndings(typed)) offer(termOf(word) ?? word, typingCost(typed, word), word);
  for (const { terms, cost, words } of listed) offer(terms[0]!, cost, words![0]);
  const isRare = ({ frequency }: Reading) => frequency <= rareTexts;
  return [...readings.values()].map((reading) => {
    const [found] = reading.terms as [string];
    const form = reading.words?.[0] ?? vocabulary.form(found);
    if (!words.has(form)) {
      const unlisted = listed.length > 0 ? unlistedCost : 0;
      const misspelt = isRare(reading) && words.near(form).length > 0 ? misspeltCost : 0;
      return { ...reading, cost: reading.cost + unlisted + misspelt };
    }
    // The stem alone is near: `recepie` is no "recipient".
    const isFar = reading.words === undefined && !words.has(found + ending) && form !== found + ending;
    return isFar ? { ...reading, cost: Math.min(typingCost(typed, form), reading.cost + farCost) } : reading;
  });
}

/** Words of the list with one or two other letters; none for a word that is in it. */
export function listedReadings(typed: string, vocabulary: Vocabulary, words: Words): Reading[] {
  if (words.has(typed)) return [];
  return words.near(typed).flatMap((word): Reading[] => {
    const term = termOf(word);
    const frequency = term === null ? 0 : vocabulary.frequency(term);
    return term === null || frequency === 0
      ? []
      : [{ terms: [term], cost: typingCost(typed, word), frequency, words: [word] }];
  });
}

/** Two words written as one. */
export function splitReadings(typed: string, vocabulary: Vocabulary, words: Words = noWords): Reading[] {
  const readings: Reading[] = [];
  const usual = Math.max(1, Math.floor(vocabulary.texts / textsForPart));
  const offer = (parts: readonly string[], cost: number) => {
    const terms = parts.map((part) => termOfPart(part, vocabulary, words));
    if (terms.includes(null)) return;
    const known = terms as string[];
    const frequency = Math.min(...known.map((term) => vocabulary.frequency(term)));
    const least = parts.every((part) => words.has(part)) ? 1 : usual;
    if (frequency >= least) readings.push({ terms: known, cost, frequency, words: [...parts] });
  };
  for (let at = 1; at < typed.length; at++) {
    const long = at >= shortestPart && at <= typed.length - shortestPart;
    const isX = at === 1 && typed[0] === "x" && typed.length > shortestPart;
    if (long || isX || isBoundary(typed, at)) offer([typed.slice(0, at), typed.slice(at)], splitCost);
  }
  const [, before, behind] = /^(\p{L}{2,})[24](\p{L}{2,})$/u.exec(typed) ?? [];
  if (before && behind) offer([before, behind], digitCost);
  if (typed.startsWith("e") && typed.length > shortestElectronic) offer([typed.slice(1)], electronicCost);
  return readings;
}

/** A word written as one with a stop word, as in `betweenblocks`. */
function besideStopWord(typed: string, vocabulary: Vocabulary, words: Words): Reading[] {
  const readings: Reading[] = [];
  for (let at = shortestStopWord; at <= typed.length - shortestStopWord; at++) {
    const parts = [typed.slice(0, at), typed.slice(at)];
    const [word, ...others] = parts.filter((part) => termOf(part) !== null);
    if (word === undefined || others.length > 0 || word.length < shortestBesideStopWord) continue;
    const term = termOfPart(word, vocabulary, words);
    const frequency = term === null ? 0 : vocabulary.frequency(term);
    if (term !== null && frequency > 0)
      readings.push({ terms: [term], cost: stopWordCost, frequency, words: parts });
  }
  return readings;
}

/** Of a part that is written so in texts, or listed; null for others and for stop words. */
function termOfPart(part: string, vocabulary: Vocabulary, words: Words): string | null {
  const term = termOf(part);
  return term !== null && (isWord(part, term, vocabulary) || words.has(part)) ? term : null;
}

/** Whether a term is written so in texts, inflections aside: `reale` has the term of `real`, but is no word. */
export function isWord(part: string, term: string, vocabulary: Vocabulary): boolean {
  const form = vocabulary.form(term);
  if (form === part) return true;
  const [short, long] = part.length < form.length ? [part, form] : [form, part];
  return [short, term].some((stem) => long.startsWith(stem) && inflections.has(long.slice(stem.length)));
}

/** Between a letter and a digit, as in `cn19` for CN-19. */
function isBoundary(text: string, at: number): boolean {
  return /\p{L}\d|\d\p{L}/u.test(text.slice(at - 1, at + 1));
}
