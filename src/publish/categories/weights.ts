/**
 * The numbers of the classifier. They were chosen by measurement on labelled projects (docs/decisions/0006), from
 * ranges in which the outcome hardly moves; none is fitted to more than two digits.
 */

/** How much an occurrence of a term counts, by the field it stands in. Tools and building blocks say how, not what for. */
export const fieldWeights = {
  name: 2.5,
  oneLiner: 2,
  /** What abbreviations in the headline stand for. */
  expansion: 0.5,
  problemTags: 1,
  solutionTags: 1,
  targetUsers: 0.3,
  /** Tracks entered and labels chosen. */
  choices: 1,
} as const;

/** Words of a description at full weight; the word at place n behind them counts `leadWords / n`. */
export const leadWords = 40;

/** Characters of a description that are read: what a project is for stands at the beginning. */
export const readCharacters = 4_000;

/** How much each part of a record says, and the number of occurrences at which a term says half of what it can. */
export const parts = {
  headline: { weight: 1, half: 2 },
  tags: { weight: 1, half: 1 },
  description: { weight: 0.55, half: 1 },
} as const;

/** How strongly a text of the taxonomy ties its terms to its category. */
export const taxonomyWeights = { label: 3, definition: 1.2, example: 0.7 } as const;

/** Two words in a row are more telling than one. */
export const pairWeight = 1.5;

/** Keeps a term that one category uses once from being taken for that category's own. */
export const exclusiveness = 0.5;

/** Of the closeness of vectors, in standard deviations, beside the lexical evidence. */
export const closenessWeight = 0.5;

/** Turns evidence into the logits that the linear model corrects. */
export const evidenceScale = 2;

/** Inverse variance of the linear model's weights: the larger, the more labels it takes to move an answer. */
export const linearPenalty = 1;

/** Labelled projects that are trained on at most; of more, a seeded sample. */
export const mostExamples = 2_000;

/** Different words, apart from name, tracks and labels, below which a project says too little. */
export const fewestWords = 3;

/** Evidence below which a category is not near; and below which the fit is not clear: about that of two telling words. */
export const nearEvidence = 1;
export const clearEvidence = 2.5;

/**
 * Lead of the main category over the next, in roots of its evidence, from which its fit is clear or fair. Where it is
 * not clear, a second category is named.
 */
export const leads = { high: 0.9, medium: 0.35 } as const;
