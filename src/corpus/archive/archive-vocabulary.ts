import type { Vocabulary } from "../../search/lookup/vocabulary.ts";
import type { ArchiveSegment } from "./archive-segment.ts";

/** The vocabulary of several segments, for spelling correction. */
export function vocabularyOf(segments: readonly ArchiveSegment[]): Vocabulary {
  return {
    texts: segments.reduce((sum, { meta }) => sum + meta.documents, 0),
    frequency: (term) =>
      segments.reduce((sum, { terms, wholes }) => {
        const number = terms.find(term);
        return number < 0 ? sum : sum + wholes.documentFrequency(number);
      }, 0),
    near: (text, length) => [
      ...new Set(
        segments.flatMap(({ spelling, terms }) => spelling.near(text, length).map((n) => terms.term(n))),
      ),
    ],
    form: (term) => {
      const holder = segments.find(({ terms }) => terms.find(term) >= 0);
      return holder ? holder.spelling.form(holder.terms.find(term)) : term;
    },
    pairs: (first, second) =>
      segments.reduce((sum, { terms, pairs }) => sum + pairs.count(terms.find(first), terms.find(second)), 0),
  };
}
