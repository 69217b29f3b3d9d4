/**
 * Words that do not describe a subject, by their restrictions in labels (`word-classes.yaml`). English only: in other
 * languages phrases are judged by their counts only.
 */
import { otherSpelling } from "../../search/lookup/spelling-variants.ts";
import { loadWordLists } from "../../yaml/word-lists.ts";

const lists = loadWordLists(new URL("./word-classes.yaml", import.meta.url), [
  "functionWords",
  "foreignWords",
  "genericWords",
  "verbs",
  "nouns",
  "eitherWay",
  "audience",
  "vessels",
  "adjectives",
]);

export const { functionWords, foreignWords, vessels, adjectives } = lists;
const { genericWords, verbs, nouns, eitherWay, audience } = lists;

export const isEitherWay = (word: string): boolean => eitherWay.has(word);

const suffixes = ["s", "es", "d", "ed", "ing", "er's"] as const;

/** Whether a lower-cased word, in either spelling, is a form of a verb that is seldom a noun where projects are described. */
export function isVerb(word: string): boolean {
  return [word, otherSpelling(word)].some((spelling) => spelling !== null && isVerbForm(spelling));
}

function isVerbForm(word: string): boolean {
  if (nouns.has(word) || eitherWay.has(word)) return false;
  if (verbs.has(word)) return true;
  for (const suffix of suffixes) {
    if (!word.endsWith(suffix)) continue;
    const stem = word.slice(0, -suffix.length);
    if (verbs.has(stem) || verbs.has(`${stem}e`)) return true;
    if (stem.length > 2 && stem.at(-1) === stem.at(-2) && verbs.has(stem.slice(0, -1))) return true;
    if (stem.endsWith("i") && verbs.has(`${stem.slice(0, -1)}y`)) return true;
  }
  return false;
}

/** Whether a lower-cased word, or the one that it is the plural of, is true of nearly every project. */
export function isGeneric(word: string): boolean {
  if (genericWords.has(word)) return true;
  return singulars(word).some((singular) => genericWords.has(singular));
}

export function isAudience(word: string): boolean {
  return audience.has(word) || singulars(word).some((singular) => audience.has(singular));
}

function singulars(word: string): string[] {
  if (word.endsWith("ies")) return [`${word.slice(0, -3)}y`];
  return word.endsWith("s") ? [word.slice(0, -1), word.slice(0, -2)] : [];
}
