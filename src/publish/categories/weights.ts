/**
 * Parameters of the classifier, chosen by measurement on labelled projects (docs/decisions/0006) from ranges in which
 * the result hardly changes; none is tuned to more than two digits.
 */

/**
 * Weight of an occurrence of a term, by field. Tools and building blocks say how something is built, not what it is
 * for.
 */
export const fieldWeights = {
  name: 2.5,
  oneLiner: 2,
  /** Expansions of abbreviations in the headline. */
  expansion: 0.5,
  problemTags: 1,
  solutionTags: 1,
  targetUsers: 0.3,
  /** Tracks entered and labels chosen. */
  choices: 1,
} as const;

/** Weight of a word that names means ("using …"), relative to others. */
export const meansWeight = 0.3;

/** Words of a description at full weight; the word at place n behind them counts `leadWords / n`. */
export const leadWords = 40;

/** Characters of a description that are read: its purpose is stated at the beginning. */
export const readCharacters = 4_000;

/** Weight of each part of a record, and the number of occurrences at which a term reaches half its maximum. */
export const parts = {
  headline: { weight: 1, half: 2 },
  tags: { weight: 1, half: 1 },
  description: { weight: 0.55, half: 1 },
} as const;

/** How strongly a text of the taxonomy associates its terms with its category. */
export const taxonomyWeights = { label: 3, definition: 1.2, example: 0.7 } as const;

/** A pair of words is more specific than one word. */
export const pairWeight = 1.5;

/** Smoothing: a term that only one category uses, once, is not yet specific to it. */
export const exclusiveness = 0.5;

/** Weight of vector closeness, in standard deviations, relative to lexical evidence. */
export const closenessWeight = 1.3;

/** Weight of the trained words of each part, relative to lexical evidence. */
export const trainedWeights = { headline: 0.5, description: 0.3 } as const;

/** Number of imported categories with which the bias of the trained words counts half. */
export const biasLabels = 40;

/** Turns evidence into the logits that the linear model corrects. */
export const evidenceScale = 0.5;

/** Inverse variance of the linear model's weights: the larger, the more labels it takes to move an answer. */
export const linearPenalty = 0.5;

/** Maximum number of labelled projects to train on; a seeded sample if there are more. */
export const maxExamples = 2_000;

/** Minimum number of distinct words, without name, tracks and labels, for a project to be categorised. */
export const minWords = 3;

/** Evidence below which a category is not near; and below which the fit is not clear: about that of two distinctive words. */
export const nearEvidence = 1;
export const clearEvidence = 2.5;

/**
 * Lead of the main category over the next, in roots of its evidence, from which its fit is clear or fair. Where it is
 * not clear, a second category is named.
 */
export const leads = { high: 0.9, medium: 0.35 } as const;
