/** Marks a range of a Markdown text through its rendering: two characters that no text contains enclose the range. */

/** Noncharacters of Unicode, which are never exchanged as text. */
export const openMark = "\ufdd0";
export const closeMark = "\ufdd1";

/** What begins a block: it must stay at the start of its line. */
const blockStart = /^[\s>|]*(?:#{1,6}\s+|[-*+]\s+|\d{1,9}[.)]\s+)?/;

/** A place outside of an address, which the characters would change. */
function outsideAddress(text: string, place: number, toward: "start" | "end"): number {
  const before = /(?:\]\([^)\s]*|https?:\/\/[^\s)]*)$/.exec(text.slice(Math.max(0, place - 2_000), place));
  if (before === null) return place;
  if (toward === "start") return place - before[0].length;
  const rest = /^[^\s)]*\)?/.exec(text.slice(place))![0].length;
  return place + rest;
}

/** The text with its range enclosed; unchanged where nothing of the range is in it. Places in UTF-16 units. */
export function encloseRange(text: string, range: { start: number; end: number }): string {
  const clean = text.replaceAll(openMark, "\ufffd").replaceAll(closeMark, "\ufffd");
  let start = Math.max(0, range.start);
  let end = Math.min(clean.length, range.end);
  if (start >= end) return clean;
  const atLineStart = start === 0 || clean[start - 1] === "\n";
  if (atLineStart) start += blockStart.exec(clean.slice(start))![0].length;
  else start = outsideAddress(clean, start, "start");
  end = outsideAddress(clean, end, "end");
  end = start + clean.slice(start, end).trimEnd().length;
  if (start >= end) return clean;
  return clean.slice(0, start) + openMark + clean.slice(start, end) + closeMark + clean.slice(end);
}
