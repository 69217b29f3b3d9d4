/** Evidence of a search result: what in the project's texts shows why it matched. */
import { snippet } from "../../search/snippet.ts";
import type { FieldIndex } from "./field-index.ts";
import type { ProjectQuery } from "./project-query.ts";

/** Code points. */
const maxPassage = 240;

/** Texts of one project. */
export interface QuotableTexts {
  oneLiner: string | null;
  /** Description and summaries; empty when there are none. */
  text: string;
}

/** A function that quotes at most two passages for the query; the one-liner alone without a query. */
export function passageFinder(words: FieldIndex, query: ProjectQuery | null) {
  const weights = query ? words.weigh(query.terms) : new Map<string, number>();
  const cut = (text: string) => snippet(text, { weights, maxChars: maxPassage });
  return ({ oneLiner, text }: QuotableTexts): string[] => {
    const passages = [...(query ? [cut(text)] : []), cut(oneLiner ?? "")];
    return [...new Set(passages.filter((passage) => passage !== ""))];
  };
}
