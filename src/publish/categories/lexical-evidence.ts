/**
 * Lexical evidence of a project's words for each category. A term counts for a category by the category's share of the
 * term's uses in the taxonomy, times its inverse document frequency.
 */
import type { TaxonomyCategory } from "../../corpus/taxonomy/taxonomy.ts";
import { generalWords } from "./general-words.ts";
import type { ProjectTerms } from "./project-terms.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { exclusiveness, pairWeight, parts, taxonomyWeights } from "./weights.ts";

export interface Lexicon {
  classes: number;
  /** Numbers below this are terms of the taxonomy. */
  terms: number;
  /** Term × category: strength of the association in the taxonomy. */
  ties: Float64Array;
  /** Term → 1 when it is a pair of words. */
  pair: Uint8Array;
  /** Number of texts in the taxonomy, and term → number of them that contain it. */
  texts: number;
  frequencies: Float64Array;
}

/** Learns the taxonomy's terms. The vocabulary must be empty. */
export function buildLexicon(categories: readonly TaxonomyCategory[], vocabulary: Vocabulary): Lexicon {
  const uses: { category: number; weight: number; terms: Set<number> }[] = [];
  const words = new Set<number>();
  categories.forEach(({ label, definition, examples }, category) => {
    const use = (text: string, weight: number) => {
      for (const word of vocabulary.learn(text, false)) words.add(word);
      uses.push({ category, weight, terms: vocabulary.learn(text, true) });
    };
    use(label, taxonomyWeights.label);
    use(definition, taxonomyWeights.definition);
    for (const example of examples) use(example, taxonomyWeights.example);
  });
  const classes = categories.length;
  const terms = vocabulary.size;
  const ties = new Float64Array(terms * classes);
  const frequencies = new Float64Array(terms);
  for (const { category, weight, terms: used } of uses)
    for (const term of used) {
      ties[term * classes + category]! += weight;
      frequencies[term]!++;
    }
  for (const word of vocabulary.learn(generalWords, false))
    if (word < terms) ties.fill(0, word * classes, (word + 1) * classes);
  const pair = Uint8Array.from({ length: terms }, (_, term) => (words.has(term) ? 0 : 1));
  return { classes, terms, ties, pair, texts: uses.length, frequencies };
}

/**
 * Term × category: what one full occurrence of the term adds. `frequencies` says in how many of `projects`
 * projects each term occurs; the taxonomy's own texts count as well, to smooth small corpora.
 */
export function weighTerms(
  lexicon: Lexicon,
  { frequencies, projects }: { frequencies: ArrayLike<number>; projects: number },
): Float64Array {
  const { classes, terms, ties } = lexicon;
  const weights = new Float64Array(terms * classes);
  for (let term = 0; term < terms; term++) {
    const inDocuments = lexicon.frequencies[term]! + frequencies[term]!;
    const rarity = Math.log(1 + (projects + lexicon.texts) / (inDocuments + 1));
    const row = term * classes;
    let sum = 0;
    for (let k = 0; k < classes; k++) sum += Math.log1p(ties[row + k]!);
    const scale = (rarity * (lexicon.pair[term] ? pairWeight : 1)) / (sum + exclusiveness);
    for (let k = 0; k < classes; k++) weights[row + k] = Math.log1p(ties[row + k]!) * scale;
  }
  return weights;
}

/** Adds a project's lexical evidence, a number ≥ 0 for each category, to `evidence`. */
export function addLexicalEvidence(
  evidence: Float64Array,
  project: ProjectTerms,
  { lexicon, weights }: { lexicon: Lexicon; weights: Float64Array },
): void {
  const { headlineEnd, tagsEnd, terms } = project;
  const spans = [
    { from: 0, to: headlineEnd, ...parts.headline },
    { from: headlineEnd, to: tagsEnd, ...parts.tags },
    { from: tagsEnd, to: terms.length, ...parts.description },
  ];
  for (const span of spans) addPart(evidence, project, { ...span, lexicon, weights });
}

/** A part's evidence grows with the square root of its length, so that long texts count more, but not linearly. */
function addPart(
  evidence: Float64Array,
  { terms, counts }: ProjectTerms,
  part: { from: number; to: number; weight: number; half: number; lexicon: Lexicon; weights: Float64Array },
): void {
  const { classes, terms: known } = part.lexicon;
  const sums = new Float64Array(classes);
  let squares = 0;
  for (let i = part.from; i < part.to; i++) {
    const term = terms[i]!;
    if (term >= known) continue;
    const share = counts[i]! / (counts[i]! + part.half);
    let most = 0;
    for (let k = 0, at = term * classes; k < classes; k++, at++) {
      sums[k]! += share * part.weights[at]!;
      if (part.weights[at]! > most) most = part.weights[at]!;
    }
    squares += (share * most) ** 2;
  }
  if (squares === 0) return;
  const scale = part.weight / squares ** 0.25;
  for (let k = 0; k < classes; k++) evidence[k]! += sums[k]! * scale;
}
