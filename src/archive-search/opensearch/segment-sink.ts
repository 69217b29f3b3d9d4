/** Sends one segment's documents, chunks and contents while publish builds its outline. */
import { authorWeight, leadChunks, titleWeight } from "../../corpus/archive/archive-layout.ts";
import type { SegmentDocument } from "../../corpus/archive/archive-segment-writer.ts";
import { tokenize } from "../../search/analysis/tokenizer.ts";
import { paddedDimensions, Rotation } from "../../search/vector/rotation.ts";
import type { SegmentSink } from "../archive-writer.ts";
import type { BulkQueue } from "./bulk-queue.ts";
import { type IndexNames, sliceChars } from "./indices.ts";
import { localId } from "./segment-numbers.ts";
import { codeToBytes, encodeVector } from "./vector-code.ts";

interface PendingDocument {
  number: number;
  source: string;
  /** Chunks that wait for their vectors. */
  waiting: number;
  /** Sum of the first chunks' vectors, and how many there are of these. */
  lead: Float32Array;
  leads: number;
  /** Chunks that have been seen. */
  seen: number;
  body: object | null;
}

interface PendingPassage {
  document: PendingDocument;
  number: number;
  body: object;
}

interface Segment {
  file: string;
  /** Term number → term; grows while documents are added. */
  terms: readonly string[];
  names: IndexNames;
  dimensions: number;
  queue: BulkQueue;
}

export interface SinkCounts {
  documents: number;
  chunks: number;
  slices: number;
}

/** The sink without its end, which depends on what was sent. */
export function segmentSink({ file, terms, names, dimensions, queue }: Segment): Omit<
  SegmentSink,
  "finish"
> & {
  sent: SinkCounts;
} {
  const sent: SinkCounts = { documents: 0, chunks: 0, slices: 0 };
  const rotation = new Rotation(dimensions);
  const rotated = new Float32Array(paddedDimensions(dimensions));
  const passages: PendingPassage[] = [];
  let current: { pending: PendingDocument; document: SegmentDocument; next: PassageReader } | null = null;

  const textOf = (numbers: Uint32Array) => Array.from(numbers, (number) => terms[number]!).join(" ");
  const weighted = (...fields: readonly (readonly [terms: Uint32Array, weight: number])[]) =>
    fields
      .flatMap(([numbers, weight]) => Array<string>(weight).fill(textOf(numbers)))
      .filter(Boolean)
      .join(" ");
  const sendDocument = (pending: PendingDocument) => {
    if (pending.waiting > 0 || pending.body === null) return;
    const mean = pending.lead.map((x) => x / Math.max(1, pending.leads));
    const lead = encodeVector(mean);
    queue.add(names.documents, localId(file, pending.number), {
      ...pending.body,
      ...(lead && { lead: codeToBytes(lead).toString("base64") }),
    });
  };

  return {
    sent,
    begin(document, chunks) {
      const pending: PendingDocument = {
        number: sent.documents++,
        source: document.source,
        waiting: chunks.length,
        lead: new Float32Array(rotated.length),
        leads: 0,
        seen: 0,
        body: null,
      };
      current = { pending, document, next: passageReader(document.content, chunks) };
      for (const [slice, text] of slicesOf(document.content).entries()) {
        const id = `${localId(file, pending.number)}/${slice}`;
        queue.add(names.contents, id, { segment: file, document: pending.number, slice, text });
        sent.slices++;
      }
    },
    terms: {
      passage(title, body) {
        const { pending, next } = current!;
        const { number: document, source } = pending;
        const chunk = sent.chunks++;
        const held = weighted([title, titleWeight.passages], [body, 1]);
        const fields = { segment: file, source, document, chunk, terms: held, ...next() };
        passages.push({ document: pending, number: chunk, body: fields });
      },
      whole(title, author, content) {
        const { pending, document } = current!;
        pending.body = {
          segment: file,
          source: pending.source,
          document: pending.number,
          terms: weighted([title, titleWeight.wholes], [author, authorWeight], [content, 1]),
          words: [document.title, document.author ?? "", document.content].map((text) =>
            tokenize(text)
              .map((token) => token.text)
              .join(" "),
          ),
        };
        sendDocument(pending);
      },
    },
    addVector(vector) {
      const { document, number, body } = passages.shift()!;
      if (vector) rotation.apply(vector, rotated);
      const code = vector && encodeVector(rotated);
      if (code && document.seen < leadChunks) {
        document.leads++;
        for (let j = 0; j < rotated.length; j++) document.lead[j]! += rotated[j]!;
      }
      document.seen++;
      queue.add(names.passages, localId(file, number), {
        ...body,
        ...(code && { code: codeToBytes(code).toString("base64"), vector: Array.from(code.int8) }),
      });
      document.waiting--;
      sendDocument(document);
    },
    drain: () => queue.drain(),
  };
}

type PassageReader = () => { text: string; before: number };

/** The text of the next chunk, and the code points of the content before it. */
function passageReader(content: string, chunks: readonly { start: number; end: number }[]): PassageReader {
  let chunk = 0;
  let at = 0;
  let points = 0;
  return () => {
    const { start, end } = chunks[chunk++]!;
    if (start < at) points -= codePoints(content.slice(start, at));
    else points += codePoints(content.slice(at, start));
    at = start;
    return { text: content.slice(start, end), before: points };
  };
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** At least one. */
export function slicesOf(content: string): string[] {
  const slices: string[] = [];
  let start = 0;
  let count = 0;
  for (let at = 0; at < content.length; ) {
    at += content.codePointAt(at)! > 0xffff ? 2 : 1;
    if (++count < sliceChars) continue;
    slices.push(content.slice(start, at));
    start = at;
    count = 0;
  }
  if (start < content.length || slices.length === 0) slices.push(content.slice(start));
  return slices;
}
