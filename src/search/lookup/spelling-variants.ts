/** British and American spellings of the same word. */

interface Variation {
  british: RegExp;
  american: RegExp;
  /** Replacements of the other's match. */
  toBritish: string;
  toAmerican: string;
}

const variations: readonly Variation[] = [
  {
    british: /is(e|ed|es|er|ers|ing|ation|ations|able)$/,
    american: /iz(e|ed|es|er|ers|ing|ation|ations|able)$/,
    toBritish: "is$1",
    toAmerican: "iz$1",
  },
  {
    british: /ys(e|ed|es|er|ers|ing)$/,
    american: /yz(e|ed|es|er|ers|ing)$/,
    toBritish: "ys$1",
    toAmerican: "yz$1",
  },
  {
    british: /^(behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|rum|vap)our/,
    american: /^(behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|rum|vap)or/,
    toBritish: "$1our",
    toAmerican: "$1or",
  },
  {
    british:
      /^(cancel|channel|counsel|dial|fuel|label|level|marshal|model|panel|signal|total|travel|tunnel)l(ed|ing|er|ers)$/,
    american:
      /^(cancel|channel|counsel|dial|fuel|label|level|marshal|model|panel|signal|total|travel|tunnel)(ed|ing|er|ers)$/,
    toBritish: "$1l$2",
    toAmerican: "$1$2",
  },
  {
    british: /(cent|fib|lit|theat)re(s?)$/,
    american: /(cent|fib|lit|theat)er(s?)$/,
    toBritish: "$1re$2",
    toAmerican: "$1er$2",
  },
  {
    british: /^(def|lic|off)ence(s?)$/,
    american: /^(def|lic|off)ense(s?)$/,
    toBritish: "$1ence$2",
    toAmerican: "$1ense$2",
  },
  {
    british: /^(catal|dial)ogue(s?)$/,
    american: /^(catal|dial)og(s?)$/,
    toBritish: "$1ogue$2",
    toAmerican: "$1og$2",
  },
];

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
