/** Summarises a README by extraction: what the project is, what works, how it is built. */
import { definitionsIn, proseCleaner } from "./clean-prose.ts";
import { countCodePoints, cutText } from "./cut-text.ts";
import { type Readme, readmesIn } from "./readme-file.ts";
import { markdownOf } from "./restructured-text.ts";
import { rankedSections, type Section } from "./sections.ts";

/** Code points of a summary, as the contract allows. */
export const MAX_CODE_POINTS = 12_000;
/** Longer code blocks are listings and are left out. */
const MAX_CODE_LINES = 24;
/** Letters and digits outside headings that a summary needs at least. */
const MIN_LETTERS = 20;

export interface Summary {
  /** Markdown. */
  text: string;
  /** Whether the summary was cut at the limit. */
  truncated: boolean;
}

/** Summarises the first README in a folder that has content; null when none has. */
export function summariseFolder(folder: string): (Summary & { path: string }) | null {
  for (const readme of readmesIn(folder)) {
    const summary = summarise(readme);
    if (summary !== null) return { ...summary, path: readme.path };
  }
  return null;
}

/** Null for a README that is empty, only a title, or written by a generator of projects. */
export function summarise({ text, format }: Pick<Readme, "text" | "format">): Summary | null {
  const markdown = format === "rst" ? markdownOf(text) : text;
  const pieces = piecesOf(rankedSections(markdown), proseCleaner(definitionsIn(markdown)));
  const kept: string[] = [];
  let room = MAX_CODE_POINTS;
  let letters = 0;
  let truncated = false;
  for (const piece of pieces) {
    const gap = kept.length === 0 ? 0 : 2;
    const length = countCodePoints(piece.text) + gap;
    if (length > room) {
      truncated = true;
      const start = piece.kind === "prose" ? cutText(piece.text, room - gap) : "";
      if (start !== "") kept.push(start);
      break;
    }
    kept.push(piece.text);
    room -= length;
    if (piece.kind !== "heading") letters += piece.text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  }
  // Drops a heading whose text was cut off.
  while (kept.length > 0 && truncated && /^#{1,6} [^\n]*$/.test(kept.at(-1)!)) kept.pop();
  return letters < MIN_LETTERS && !truncated ? null : { text: kept.join("\n\n"), truncated };
}

type Clean = (prose: string) => string;

interface Piece {
  kind: "heading" | "prose" | "code";
  text: string;
}

/** Lazy, so that of a very long README only what fits is cleaned. */
function* piecesOf(sections: readonly Section[], clean: Clean): Iterable<Piece> {
  let waiting: Section[] = [];
  for (const section of sections) {
    const { heading, blocks, kind } = section;
    // A heading without text is kept only above subheadings; the title is always kept.
    waiting = waiting.filter((above) => above.isTitle || (above.kind === kind && isAbove(above, section)));
    if (heading !== null) waiting.push(section);
    for (const block of blocks) {
      const text = block.kind === "code" ? shortCode(block.text) : clean(block.text);
      if (text === "") continue;
      yield* headingsOf(waiting.splice(0), clean);
      yield { kind: block.kind, text };
    }
  }
}

const isAbove = (above: Section, section: Section): boolean =>
  (above.heading?.depth ?? 0) < (section.heading?.depth ?? 0);

function* headingsOf(sections: readonly Section[], clean: Clean): Iterable<Piece> {
  for (const { heading } of sections) {
    const words = clean(heading?.text ?? "")
      .replace(/\s+/g, " ")
      .slice(0, 300);
    if (words !== "") yield { kind: "heading", text: `${"#".repeat(heading!.depth)} ${words}` };
  }
}

function shortCode(text: string): string {
  const lines = text.split("\n");
  const holds = lines.slice(1, -1).some((line) => line.trim() !== "");
  // The source of a diagram is not readable text.
  return holds && lines.length <= MAX_CODE_LINES && !/^\s*[`~]+\s*mermaid/i.test(text) ? text : "";
}
