import type { ProjectDetails } from "../../../../src/contract/api/project.ts";
import { cutQuery } from "../../explore/cut-query.ts";
import { plainText } from "../../explore/plain-text.ts";

type Texts = Pick<ProjectDetails, "name" | "oneLiner" | "description">;

/**
 * What a project is about, as a query: its one-liner and the beginning of its description, without its name, which
 * means something else in other texts. Empty where nothing else is known of it.
 */
export function subjectQuery({ name, oneLiner, description }: Texts): string {
  const text = [oneLiner, description].map((part) => plainText(part ?? "")).join(" ");
  const plainName = plainText(name);
  const nameless = plainName === "" ? text : text.replace(wordsOf(plainName), " ");
  return cutQuery(withoutOperators(nameless));
}

// Time: linear, because the name is literal and both ends look at one character. A `u` expression rejects other escapes.
const wordsOf = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}(?![\\p{L}\\p{N}])`, "giu");

/** Quotation marks, hyphens and NOT would require or exclude words. */
const withoutOperators = (text: string): string =>
  text
    .replace(/["“”]/g, " ")
    .replace(/(?<=^|\s)[-:–—]+/g, " ")
    .replace(/\bNOT\b/g, "not");
