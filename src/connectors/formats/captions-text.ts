/** Reads WebVTT and SubRip: blocks of a line with times, and the text below it. */
import { decodeHTML } from "entities";
import type { Caption } from "./caption.ts";

const timing =
  /^\s{0,20}(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})[ \t]{0,20}-->[ \t]{0,20}(?:(\d{1,4}):)?(\d{1,2}):(\d{2})[.,](\d{1,3})/;

/** Blocks without a line of times (headers, styles, notes) are left out. Text keeps its lines. */
export function captionsOfText(text: string): Caption[] {
  const captions: Caption[] = [];
  let current: { start: number; end: number; lines: string[] } | null = null;
  const finish = () => {
    if (current !== null) captions.push(...captionsOf(current));
    current = null;
  };
  for (const line of text.split("\n")) {
    const times = line.includes("-->") ? timing.exec(line) : null;
    if (times !== null) {
      finish();
      current = { start: secondsOf(times.slice(1, 5)), end: secondsOf(times.slice(5, 9)), lines: [] };
    } else if (line.trim() !== "") current?.lines.push(line);
    // YouTube begins its first caption with a line of one space.
    else if (line === "" || current?.lines.length !== 0) finish();
  }
  finish();
  return captions;
}

function secondsOf([hours = "0", minutes, seconds, fraction]: string[]): number {
  return (
    Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(fraction!.padEnd(3, "0")) / 1_000
  );
}

/** One caption for each speaker: `<v Ada>Text</v>`, else `Ada: Text` or `>> ADA: Text`. */
function captionsOf({ start, end, lines }: { start: number; end: number; lines: string[] }): Caption[] {
  const text = lines.join("\n");
  const voices = text.split(/<v(?:\.[^\s>]{0,100})?[ \t]([^>\n]{1,200})>/);
  const captions: Caption[] = [];
  for (let at = 0; at < voices.length; at += 2) {
    const speaker = at === 0 ? null : plain(voices[at - 1]!);
    const said = plain(voices[at]!);
    if (said !== "")
      captions.push({ start, end, ...(speaker === null ? namedSpeaker(said) : { speaker, text: said }) });
  }
  return captions;
}

/** A name of at most four words in front of a colon, each with a capital. */
const prefix = /^(?:>>\s*)?((?:\p{Lu}[\p{L}\p{M}.'’-]{0,30} ?){1,4}(?:\d{1,2})?):\s+(?=\S)/u;

function namedSpeaker(text: string): Pick<Caption, "speaker" | "text"> {
  const found = prefix.exec(text);
  return found === null
    ? { speaker: null, text: text.replace(/^>>\s*/, "") }
    : { speaker: found[1]!.trim(), text: text.slice(found[0].length) };
}

/** Without tags and cue settings such as `{\an8}`, entities decoded. */
function plain(text: string): string {
  return decodeHTML(
    text.replace(/<\/?[a-z0-9:.][^<>\n]{0,200}>/gi, "").replace(/\{\\[^{}\n]{0,100}\}/g, ""),
  ).trim();
}
