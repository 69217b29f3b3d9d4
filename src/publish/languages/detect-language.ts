/** Which language a text is in, by the n-grams of its first thousand characters of prose. */
import { eld } from "eld/extrasmall";
import { UNDETERMINED } from "../../contract/values/language.ts";

/** More is not looked at, in characters. */
const SAMPLE = 1_000;
/** Shorter texts are like several languages. */
const LEAST_LETTERS = 30;
/** A paragraph with this many letters is prose; shorter ones are headings, lists and lines of tables. */
const PROSE_LETTERS = 60;

/** ISO 639-1, or `und` for a text that is too short, or like no language that is known. */
export function detectLanguage(title: string, beginning: string): string {
  const text = sampleOf(title, beginning);
  if (lettersOf(text) < LEAST_LETTERS) return UNDETERMINED;
  const found = eld.detect(text);
  return found.language !== "" && found.isReliable() ? found.language : UNDETERMINED;
}

/** Prose first: names of functions, tables and headings are often in English, whatever the text is in. */
function sampleOf(title: string, beginning: string): string {
  const paragraphs = withoutCode(beginning)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim());
  const isProse = (paragraph: string) => !/^[#|]/.test(paragraph) && lettersOf(paragraph) >= PROSE_LETTERS;
  const prose = paragraphs.filter(isProse);
  const others = paragraphs.filter((paragraph) => !isProse(paragraph));
  return [...prose, title, ...others].join(" ").slice(0, SAMPLE);
}

/** Without code, addresses and tags. */
function withoutCode(markdown: string): string {
  return withoutFences(markdown)
    .replace(/`[^`\n]{0,500}`/g, " ")
    .replace(/\]\([^()\s]{0,2000}\)/g, "] ")
    .replace(/https?:\/\/\S+|<[^<>\n]{0,500}>|0x[\da-f]+/gi, " ");
}

function withoutFences(markdown: string): string {
  let fence: string | null = null;
  const kept = markdown.split("\n").map((line) => {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? null;
    const isCode = fence !== null || mark !== null;
    if (mark !== null) fence = fence === null ? mark : fence === mark ? null : fence;
    return isCode ? "" : line;
  });
  return kept.join("\n");
}

const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, "").length;
