/** Detects READMEs of project generators: they describe a framework, not the project (`template.json`). */
import { readFileSync } from "node:fs";

/** All in lower case with single spaces and no punctuation. */
interface TemplateWords {
  /** Occur only in such READMEs. */
  phrases: string[];
  /** Further section headings of such READMEs. */
  headings: string[];
  /** Beginnings of such headings. */
  headingStarts: string[];
}

const template: TemplateWords = JSON.parse(readFileSync(new URL("./template.json", import.meta.url), "utf8"));

/** Normalises a phrase for comparison. */
export function plainWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/\]\([^()\n]{0,500}\)/g, "]")
    .replace(/[[\]`*_#]/g, "")
    .replace(/\s+/g, " ");
}

export function isTemplateText(text: string): boolean {
  const words = plainWords(text);
  return template.phrases.some((phrase) => words.includes(phrase));
}

export function isTemplateHeading(heading: string): boolean {
  const words = plainWords(heading).trim();
  return template.headings.includes(words) || template.headingStarts.some((start) => words.startsWith(start));
}
