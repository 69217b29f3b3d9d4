/** British and American spellings of the same word. */

interface Variation {
  british: RegExp;
  american: RegExp;
  /** Replacements of the other's match. */
  toBritish: string;
  toAmerican: string;
}

const suffixes = "(e|ed|es|er|ers|ing)";
const nouns = "(ation|ations|able)";
const our = "behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|rum|vap";
const doubled = "cancel|channel|counsel|dial|fuel|label|level|marshal|model|panel|signal|total|travel|tunnel";

const variations: readonly Variation[] = [
  vary(`is${suffixes}$`, `iz${suffixes}$`, "is$1", "iz$1"),
  vary(`is${nouns}$`, `iz${nouns}$`, "is$1", "iz$1"),
  vary(`ys${suffixes}$`, `yz${suffixes}$`, "ys$1", "yz$1"),
  vary(`^(${our})our`, `^(${our})or`, "$1our", "$1or"),
  vary(`^(${doubled})l(ed|ing|er|ers)$`, `^(${doubled})(ed|ing|er|ers)$`, "$1l$2", "$1$2"),
  vary("(cent|fib|lit|theat)re(s?)$", "(cent|fib|lit|theat)er(s?)$", "$1re$2", "$1er$2"),
  vary("^(def|lic|off)ence(s?)$", "^(def|lic|off)ense(s?)$", "$1ence$2", "$1ense$2"),
  vary("^(catal|dial)ogue(s?)$", "^(catal|dial)og(s?)$", "$1ogue$2", "$1og$2"),
];

function vary(british: string, american: string, toBritish: string, toAmerican: string): Variation {
  return { british: new RegExp(british), american: new RegExp(american), toBritish, toAmerican };
}

/** Shorter words have other meanings: `prise`, `rise`. */
const shortest = 5;

/**
 * The other spelling of a folded word: `tokenised` ↔ `tokenized`, `behaviour` ↔ `behavior`, `modelling` ↔ `modeling`; null
 * without one. It may be no word (`promised` → `promized`), so look it up.
 */
export function otherSpelling(word: string): string | null {
  if (word.length < shortest) return null;
  for (const { british, american, toBritish, toAmerican } of variations) {
    if (british.test(word)) return word.replace(british, toAmerican);
    if (american.test(word)) return word.replace(american, toBritish);
  }
  return null;
}
