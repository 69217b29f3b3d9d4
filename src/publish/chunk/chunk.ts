/**
 * Splits a document into chunks of about 900 characters along its structure: headings, paragraphs, then
 * sentences, then words. A chunk that continues a section repeats the sentence before it. Deterministic:
 * the same text yields the same chunks.
 */

/** Positions in UTF-16 units; the chunk is `content.slice(start, end)`. */
export interface Chunk {
  start: number;
  end: number;
}

const target = 900;
const longest = 1_300;
/** A heading closes the chunk before it when that has at least this much. */
const minBeforeHeading = 300;
/** A shorter remainder joins the previous chunk. */
const minRest = 200;
/** A last sentence up to this long is repeated at the start of the next chunk. */
const longestOverlap = 200;

interface Unit extends Chunk {
  heading: boolean;
  /** Follows the unit before it within the same paragraph. */
  continues: boolean;
}

/** At least one chunk; exactly one, empty, when the document has no text. */
export function chunk(content: string): Chunk[] {
  const units = [...unitsOf(content)];
  const chunks: Chunk[] = [];
  let first = 0;
  for (let i = 1; i <= units.length; i++) {
    if (i < units.length && !closesBefore(units, first, i)) continue;
    chunks.push({ start: units[first]!.start, end: units[i - 1]!.end });
    first = i < units.length && overlaps(units, first, i) ? i - 1 : i;
  }
  if (chunks.length === 0) return [{ start: 0, end: 0 }];
  return joinShortRest(chunks);
}

/** Whether the chunk of units from `first` ends before unit `next`. */
function closesBefore(units: readonly Unit[], first: number, next: number): boolean {
  const start = units[first]!.start;
  const length = units[next - 1]!.end - start;
  if (units[next]!.heading && length >= minBeforeHeading) return true;
  // A heading belongs to what follows it.
  if (units[next - 1]!.heading && length < longest / 2) return false;
  const grown = units[next]!.end - start;
  return length >= target || grown > longest || (grown > target && target - length < grown - target);
}

function overlaps(units: readonly Unit[], first: number, next: number): boolean {
  const last = units[next - 1]!;
  const short = last.end - last.start <= longestOverlap;
  return short && next - 1 > first && !last.heading && !units[next]!.heading && units[next]!.continues;
}

function joinShortRest(chunks: Chunk[]): Chunk[] {
  const last = chunks.at(-1)!;
  const previous = chunks.at(-2);
  if (!previous || last.end - last.start >= minRest || last.end - previous.start > longest + minRest)
    return chunks;
  return [...chunks.slice(0, -2), { start: previous.start, end: last.end }];
}

const paragraphBreak = /\n[^\S\n]*\n\s*|\n(?=#{1,6} )/g;
const headingLine = /^#{1,6} /;

/** Paragraphs, long ones in sentences, long sentences in runs of words. */
function* unitsOf(content: string): Generator<Unit> {
  for (const paragraph of split(content, { start: 0, end: content.length }, paragraphBreak)) {
    const heading = headingLine.test(content.slice(paragraph.start, paragraph.start + 8));
    if (paragraph.end - paragraph.start <= target) yield { ...paragraph, heading, continues: false };
    else yield* sentencesOf(content, paragraph);
  }
}

const sentenceBreak = /(?<=[.!?…]["')\]]?)\s+(?=\S)|(?<=[。！？])|\n/gu;

function* sentencesOf(content: string, paragraph: Chunk): Generator<Unit> {
  let continues = false;
  for (const sentence of split(content, paragraph, sentenceBreak))
    for (const piece of pieces(content, sentence)) {
      yield { ...piece, heading: false, continues };
      continues = true;
    }
}

/** Runs of at most `target` units, cut at white space where there is any, never inside a surrogate pair. */
function* pieces(content: string, sentence: Chunk): Generator<Chunk> {
  let { start } = sentence;
  while (sentence.end - start > target) {
    let cut = start + target;
    const space = content.slice(start, cut).search(/\s\S*$/);
    if (space > target / 2) cut = start + space;
    else if (isHighSurrogate(content.charCodeAt(cut - 1))) cut--;
    yield* trimmed(content, { start, end: cut });
    start = cut;
  }
  yield* trimmed(content, { start, end: sentence.end });
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Parts of a range between the matches of a break, without surrounding white space, empty ones left out. */
function* split(content: string, range: Chunk, breaks: RegExp): Generator<Chunk> {
  let { start } = range;
  const text = content.slice(range.start, range.end);
  for (const match of text.matchAll(breaks)) {
    const end = range.start + match.index;
    if (end <= start) continue;
    yield* trimmed(content, { start, end });
    start = end + match[0].length;
  }
  yield* trimmed(content, { start, end: range.end });
}

function* trimmed(content: string, range: Chunk): Generator<Chunk> {
  let { start, end } = range;
  while (start < end && isSpace(content.charCodeAt(start))) start++;
  while (end > start && isSpace(content.charCodeAt(end - 1))) end--;
  if (end > start) yield { start, end };
}

const isSpace = (unit: number) => unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0;
