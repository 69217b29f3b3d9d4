/**
 * Words of a query that texts hold although they are misspelt: as many people write `seperate`, and `recipie` has the stem
 * of "recipient".
 */
import type { Vocabulary } from "./vocabulary.ts";
import { isWord, listedReadings, oneEdit, type Reading, type Words } from "./word-readings.ts";

const shortest = 5;
/** The texts of the stem are those of such words, too: `denning` and `den`. */
const inflected = /(?:s|ed|ings?|ers?|ly)$/;
/** A shorter word that texts hold as it is typed is rather a name, unless two letters are exchanged. */
const shortestInTexts = 8;
/** A shorter word with two errors is rather another word. */
const shortestWithTwo = 9;
/** Most that two edits cost behind the first letter. */
const twoEdits = 2;
/** How many times as many texts must hold the word that is meant as hold the typed one, if two letters are exchanged or not. */
const factorInTexts = { exchanged: 20, otherwise: 5 } as const;
/** The same for words of the stem of the typed one, which itself is in no text. */
const factorOfStem = { oneEdit: 0.05, twoEdits: 0.1 } as const;

/** The words of the list that one may stand for; none for a correctly written word. */
export function misspeltReadings(
  { typed, term }: { typed: string; term: string },
  vocabulary: Vocabulary,
  words: Words,
): Reading[] {
  const listed = typed.length < shortest ? [] : listedReadings(typed, vocabulary, words);
  if (listed.length === 0) return [];
  const own = vocabulary.frequency(term);
  const isInTexts = inflected.test(typed) || isWord(typed, term, vocabulary);
  const least = Math.min(...listed.map(({ cost }) => cost));
  // Its stem is that of the word meant: `independant`.
  if (listed.some(({ terms: [meant], cost }) => meant === term && cost === least)) return [];
  const factorOf = (word: string, cost: number) => {
    if (isInTexts && isExchanged(typed, word)) return factorInTexts.exchanged;
    if (isInTexts)
      return typed.length >= shortestInTexts && cost <= oneEdit
        ? factorInTexts.otherwise
        : Number.POSITIVE_INFINITY;
    if (cost > twoEdits || (cost > oneEdit && typed.length < shortestWithTwo))
      return Number.POSITIVE_INFINITY;
    return cost <= oneEdit ? factorOfStem.oneEdit : factorOfStem.twoEdits;
  };
  return listed.filter(
    ({ terms: [meant], words: [word = ""] = [], cost, frequency }) =>
      meant !== term && frequency >= own * factorOf(word, cost),
  );
}

/** Whether two neighboring letters behind the first are exchanged, as in `lenght`; `suing` is not "using". */
function isExchanged(typed: string, word: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === word[at]) at++;
  const [one = "", other = ""] = typed.slice(at, at + 2);
  return at > 0 && word === typed.slice(0, at) + other + one + typed.slice(at + 2);
}
