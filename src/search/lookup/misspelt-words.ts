/**
 * Words of a query that texts hold although they are misspelt: as many people write `seperate`, and `recipie` has the stem
 * of "recipient".
 */
import type { Vocabulary } from "./vocabulary.ts";
import { isWord, listedReadings, type Reading, type Words } from "./word-readings.ts";

const shortest = 5;
/** The texts of the stem are those of such words, too: `denning` and `den`. */
const inflected = /(?:s|ed|ings?|ers?|ly)$/;
/** A shorter word that texts hold as it is typed is rather a name. */
const shortestInTexts = 8;
/** A shorter word with two errors is rather another word. */
const shortestWithTwo = 9;
/** Most that one edit, or two of repeated letters, cost, and most that two cost behind the first letter. */
const oneEdit = 1.2;
const twoEdits = 2;
/** How many times as many texts must hold the word that is meant as hold the typed one. */
const factorInTexts = 5;
/** The same for words of the stem of the typed one, which itself is in no text. */
const factorOfStem = { oneEdit: 0.05, twoEdits: 0.1 } as const;

/** The words of the list that one may stand for; none for a correctly written word. */
export function misspeltReadings(
  { typed, term }: { typed: string; term: string },
  vocabulary: Vocabulary,
  words: Words,
): Reading[] {
  if (typed.length < shortest) return [];
  const own = vocabulary.frequency(term);
  const isInTexts = inflected.test(typed) || isWord(typed, term, vocabulary);
  if (isInTexts && typed.length < shortestInTexts) return [];
  const listed = listedReadings(typed, vocabulary, words);
  const least = Math.min(...listed.map(({ cost }) => cost));
  // Its stem is that of the word meant: `independant`.
  if (listed.some(({ terms: [meant], cost }) => meant === term && cost === least)) return [];
  const factorAt = (cost: number) => {
    if (isInTexts) return cost <= oneEdit ? factorInTexts : Number.POSITIVE_INFINITY;
    if (cost > twoEdits || (cost > oneEdit && typed.length < shortestWithTwo))
      return Number.POSITIVE_INFINITY;
    return cost <= oneEdit ? factorOfStem.oneEdit : factorOfStem.twoEdits;
  };
  return listed.filter(
    ({ terms: [meant], cost, frequency }) => meant !== term && frequency >= own * factorAt(cost),
  );
}
