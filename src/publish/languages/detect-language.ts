/** Which language a text is in, by its first 300 characters of prose: English by its commonest words, others by n-grams. */
import { eld } from "eld/extrasmall";
import { UNDETERMINED } from "../../contract/values/language.ts";
import { isClearlyEnglish } from "./clearly-english.ts";

/** More is not looked at, in characters. */
const SAMPLE = 300;
/** Where the text begins with enough prose, the rest is not read at all. */
const FIRST = 2_048;
/** Shorter texts are like several languages. */
const MIN_LETTERS = 30;
/** A paragraph with this many letters is prose; shorter ones are headings, lists and lines of tables. */
const PROSE_LETTERS = 60;

/** ISO 639-1, or `und` for a text that is too short, or like no language that is known. */
export function detectLanguage(title: string, beginning: string): string {
  const text = sampleOf(title, beginning);
  if (lettersOf(text) < MIN_LETTERS) return UNDETERMINED;
  if (isClearlyEnglish(text)) return "en";
  const found = eld.detect(text);
  return found.language !== "" && found.isReliable() ? found.language : UNDETERMINED;
}

/** Prose first: names of functions, tables and headings are often in English, whatever the text is in. */
function sampleOf(title: string, beginning: string): string {
  const { prose, others } = paragraphsOf(beginning.slice(0, FIRST));
  const first = prose.join(" ");
  if (first.length >= SAMPLE) return first.slice(0, SAMPLE);
  const all = beginning.length > FIRST ? paragraphsOf(beginning) : { prose, others };
  return [...all.prose, title, ...all.others].join(" ").slice(0, SAMPLE);
}

function paragraphsOf(text: string): { prose: string[]; others: string[] } {
  const prose: string[] = [];
  const others: string[] = [];
  let length = 0;
  for (const part of withoutCode(text).split(/\n\s*\n/)) {
    if (length >= SAMPLE) break;
    const paragraph = part
      .slice(0, 2 * SAMPLE)
      .replace(/\s+/g, " ")
      .trim();
    const isProse = !/^[#|]/.test(paragraph) && lettersOf(paragraph) >= PROSE_LETTERS;
    (isProse ? prose : others).push(paragraph);
    if (isProse) length += paragraph.length;
  }
  return { prose, others };
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

/** Number of letters; a character beyond ASCII counts where it is one. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let i = 0; i < text.length; i++) {
    const lower = text.charCodeAt(i) | 32;
    if ((lower >= 97 && lower <= 122) || (lower >= 128 && /\p{L}/u.test(text[i]!))) letters++;
  }
  return letters;
}
