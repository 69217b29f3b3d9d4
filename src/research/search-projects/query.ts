/** A query as the projects are searched by it. */
import type { QueryTerms } from "../../corpus/projects/field-index.ts";
import { expandQuery } from "../../corpus/taxonomy/query-expansion.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { queryTerms } from "../../search/analysis/analyzer.ts";

/** Weight of a term that only the taxonomy's synonyms added, where one of the query's own weighs 1. */
const addedWeight = 0.4;

export interface ProjectQuery {
  text: string;
  /** With the terms that the taxonomy's synonyms add; the text itself when none applied. */
  expanded: string;
  terms: QueryTerms;
}

export function readQuery(text: string, taxonomy: Taxonomy): ProjectQuery {
  const { expanded, added } = expandQuery(text, taxonomy);
  const terms = new Map(queryTerms(text).map((term) => [term, 1]));
  for (const term of queryTerms(added.join("\n"))) if (!terms.has(term)) terms.set(term, addedWeight);
  return { text, expanded, terms };
}
