import { isForm } from "../../search/lookup/document-forms.ts";

/** Share of its weight that remains of a word for the form of a document, beside so many other words. */
const formShare = 0.25;
const leastBeside = 3;

/** Weights of a query's terms: words such as `essay` count less beside others, for the document seldom contains them. */
export function withLightForms(own: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const terms = [...own.keys()];
  if (terms.filter((term) => !isForm(term)).length < leastBeside) return own;
  return new Map(Array.from(own, ([term, weight]) => [term, isForm(term) ? weight * formShare : weight]));
}
