/** Captions of a recording as paragraphs, each with its speaker and a link to its time. */
import type { Content } from "../connector.ts";
import type { Caption } from "./caption.ts";
import { captionsOfJson } from "./captions-json.ts";
import { captionsOfText } from "./captions-text.ts";
import { decodeText } from "./decode.ts";
import { titleOfName } from "./facts.ts";
import { FormatError, type ParsedDocument } from "./format.ts";

/** A pause of this many seconds ends a paragraph. */
const PAUSE_SECONDS = 4;
/** A paragraph ends with the first sentence that ends after this many characters, or at twice as many. */
const PARAGRAPH_CHARACTERS = 700;

export function parseCaptions(content: Content): ParsedDocument[] {
  const { bytes, charset, name, hints, format } = content;
  const text = decodeText(bytes, charset);
  const captions = format === "captions" ? captionsOfJson(text) : captionsOfText(text);
  if (captions.length === 0 && text.trim() !== "") throw new FormatError("holds no captions");
  return [
    {
      part: null,
      title: hints.title ?? titleOfName(name),
      author: null,
      url: null,
      publishedAt: null,
      content: transcriptOf(captions, hints.recording ?? null),
    },
  ];
}

/**
 * `[12:34](https://example.org/talk#t=754) **Ada:** Text.`, one paragraph after the other; without an address of the
 * recording, `[12:34]`. A speaker is named where another one begins.
 */
export function transcriptOf(captions: readonly Caption[], recording: string | null): string {
  let speaker: string | null = null;
  const written = paragraphsOf(withoutRepeats(captions)).map((paragraph) => {
    const named =
      paragraph.speaker !== null && paragraph.speaker !== speaker ? `**${paragraph.speaker}:** ` : "";
    speaker = paragraph.speaker;
    return `${timeLink(paragraph.start, recording)} ${named}${paragraph.text}`;
  });
  return written.join("\n\n");
}

function paragraphsOf(captions: readonly Caption[]): Caption[] {
  const paragraphs: Caption[] = [];
  for (const caption of captions) {
    const last = paragraphs.at(-1);
    if (last === undefined || endsParagraph(last, caption)) paragraphs.push({ ...caption });
    else {
      last.text += ` ${caption.text}`;
      last.end = caption.end;
    }
  }
  return paragraphs;
}

function endsParagraph(last: Caption, next: Caption): boolean {
  if (next.speaker !== last.speaker || next.start - last.end >= PAUSE_SECONDS) return true;
  const { length } = last.text;
  return (
    length >= 2 * PARAGRAPH_CHARACTERS ||
    (length >= PARAGRAPH_CHARACTERS && /[.?!…。！？]["”’)]?$/.test(last.text))
  );
}

/** Rolling captions show the previous line again above the new one. */
function withoutRepeats(captions: readonly Caption[]): Caption[] {
  const kept: Caption[] = [];
  let shown: string[] = [];
  for (const caption of captions) {
    const lines = caption.text.split("\n").flatMap((line) => line.replace(/\s+/g, " ").trim() || []);
    const fresh = lines.slice(overlapOf(shown, lines));
    shown = lines;
    if (fresh.length > 0) kept.push({ ...caption, text: fresh.join(" ") });
  }
  return kept;
}

/** How many lines at the start of `next` repeat those at the end of `last`. */
function overlapOf(last: readonly string[], next: readonly string[]): number {
  for (let count = Math.min(last.length, next.length); count > 0; count--) {
    const repeated = last.slice(-count);
    if (repeated.every((line, index) => line === next[index])) return count;
  }
  return 0;
}

function timeLink(seconds: number, recording: string | null): string {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (part: number) => String(part).padStart(2, "0");
  const time = hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  return recording === null ? `[${time}]` : `[${time}](${linkAt(recording, whole)})`;
}

/** The address with the time as its host understands it; elsewhere as a media fragment. */
function linkAt(recording: string, seconds: number): string {
  const url = new URL(recording);
  if (/^(?:(?:www|m)\.)?youtube\.com$|^youtu\.be$/.test(url.hostname))
    url.searchParams.set("t", `${seconds}s`);
  else url.hash = `t=${seconds}`;
  return url.href.replaceAll("(", "%28").replaceAll(")", "%29");
}
