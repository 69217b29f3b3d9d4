/** Words by which queries name the form of a document, such as `essay`: the document itself seldom contains them. */
import { termOf } from "../analysis/analyzer.ts";

const forms =
  /(?<![\w-])(?:essays?|articles?|blog posts?|posts?|talks?|papers?|podcasts?|transcripts?|newsletters?|videos?)(?![\w-])/giu;

/** Those that are hardly ever the subject, as in `paper wallet`, or a verb. */
const terms: ReadonlySet<string> = new Set(
  "essay article podcast transcript newsletter".split(" ").map((word) => termOf(word)!),
);

/** Whether an index term is one that is hardly ever a subject. */
export const isForm = (term: string): boolean => terms.has(term);

/** A query without them; as given where nothing else is left. */
export function withoutForms(query: string): string {
  if (query.search(forms) < 0) return query;
  const rest = query.replace(forms, " ").replace(/\s+/gu, " ").trim();
  return rest === "" ? query : rest;
}
