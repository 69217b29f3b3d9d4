/** Every key that a category filter accepts: the taxonomy's categories and the two special ones, with their labels. */
import type { Taxonomy } from "../taxonomy/taxonomy.ts";

const known = new WeakMap<Taxonomy, ReadonlyMap<string, string>>();

/** Key → label. */
export function categoryLabels(taxonomy: Taxonomy): ReadonlyMap<string, string> {
  let labels = known.get(taxonomy);
  if (!labels) {
    const { categories, other, insufficientInformation } = taxonomy;
    labels = new Map([...categories, other, insufficientInformation].map(({ key, label }) => [key, label]));
    known.set(taxonomy, labels);
  }
  return labels;
}
