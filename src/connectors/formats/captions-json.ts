/** Reads JSON captions as transcribers and players write them: a list of objects with a text and times. */
import type { Caption } from "./caption.ts";
import { FormatError } from "./format.ts";

type Fields = Record<string, unknown>;

/** Fields that contain the list. */
const lists = [
  "segments",
  "captions",
  "cues",
  "events",
  "monologues",
  "results",
  "transcript",
  "utterances",
  "items",
];
const texts = ["text", "body", "content", "utf8", "caption", "transcript"];
const starts = ["start", "startTime", "start_time", "from", "begin", "offset", "timestamp"];
const ends = ["end", "endTime", "end_time", "to"];
const speakers = ["speaker", "speakerName", "speaker_name", "speaker_label"];
/** These count milliseconds. */
const startsMs = ["tStartMs", "startMs", "start_ms", "offsetMs"];
const durationsMs = ["dDurationMs", "durationMs", "duration_ms"];

/** Throws FormatError for what is not JSON or contains no list of captions. */
export function captionsOfJson(text: string): Caption[] {
  const list = listIn(parsed(text));
  if (list === null)
    throw new FormatError(
      "holds no captions: a list of objects with text and start is expected, at the top or in segments",
    );
  return list.flatMap(captionOf);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FormatError("is not JSON");
  }
}

function listIn(value: unknown, depth = 0): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null || depth === 2) return null;
  for (const name of lists) {
    const found = listIn((value as Fields)[name], depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function captionOf(value: unknown): Caption[] {
  if (typeof value !== "object" || value === null) return [];
  const fields = value as Fields;
  const text = textOf(fields);
  const startMs = numberIn(fields, startsMs);
  const start = startMs === null ? numberIn(fields, starts) : startMs / 1_000;
  if (text.trim() === "" || start === null || start < 0) return [];
  const durationMs = numberIn(fields, durationsMs);
  const duration = durationMs === null ? numberIn(fields, ["duration", "dur"]) : durationMs / 1_000;
  const end = numberIn(fields, ends) ?? start + (duration ?? 0);
  return [{ start, end: Math.max(start, end), speaker: speakerOf(fields), text }];
}

/** Of one field, or of the pieces in `segs` or `elements`. */
function textOf(fields: Fields): string {
  const own = stringIn(fields, texts);
  if (own !== null) return own;
  const pieces = fields.segs ?? fields.elements;
  if (!Array.isArray(pieces)) return "";
  return pieces.map((piece) => stringIn(piece, [...texts, "value"]) ?? "").join("");
}

function stringIn(value: unknown, names: readonly string[]): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const name of names) {
    const text = (value as Fields)[name];
    if (typeof text === "string") return text;
  }
  return null;
}

function speakerOf(fields: Fields): string | null {
  for (const name of speakers) {
    const value = fields[name];
    const text = typeof value === "object" && value !== null ? (value as Fields).name : value;
    if (typeof text === "number") return `Speaker ${text}`;
    if (typeof text === "string" && text.trim() !== "")
      return text
        .replace(/[\s*]+/g, " ")
        .trim()
        .slice(0, 100);
  }
  return null;
}

/** Numbers are seconds; text is `1:02:03.5`, or a number. */
function numberIn(fields: Fields, names: readonly string[]): number | null {
  for (const name of names) {
    const value = fields[name];
    const number = typeof value === "string" ? secondsOf(value) : value;
    if (typeof number === "number" && Number.isFinite(number)) return number;
  }
  return null;
}

function secondsOf(text: string): number {
  const parts = text.trim().replace(",", ".").replace(/s$/, "").split(":");
  if (parts.length > 3 || !parts.every((part) => /^\d{1,9}(?:\.\d{1,9})?$/.test(part))) return Number.NaN;
  return parts.reduce((sum, part) => sum * 60 + Number(part), 0);
}
