import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { BulkQueue } from "./bulk-queue.ts";
import { indexNames, sliceChars } from "./indices.ts";
import { segmentSink, slicesOf } from "./segment-sink.ts";
import { codeFromBytes } from "./vector-code.ts";

describe("slicesOf", () => {
  it("cuts into equal numbers of characters, never within one", () => {
    const text = fc
      .tuple(fc.constantFrom("a", "é", "😀"), fc.integer({ min: 0, max: 2 * sliceChars + 3 }))
      .map(([character, count]) => `b${character.repeat(count)}`);
    fc.assert(
      fc.property(text, (content) => {
        const slices = slicesOf(content);
        expect(slices.join("")).toBe(content);
        expect(slices.slice(0, -1).every((slice) => [...slice].length === sliceChars)).toBe(true);
        expect([...slices.at(-1)!].length).toBeLessThanOrEqual(sliceChars);
      }),
      { numRuns: 30 },
    );
    expect(slicesOf("")).toEqual([""]);
    expect(slicesOf("x".repeat(sliceChars))).toHaveLength(1);
  });
});

interface Sent {
  index: string;
  id: string;
  body: Record<string, unknown>;
}

function sinkOf() {
  const sent: Sent[] = [];
  const queue: BulkQueue = {
    add: (index, id, body) => sent.push({ index, id, body: body as Sent["body"] }),
    drain: async () => {},
    flush: async () => {},
  };
  const names = indexNames("p", "p-1-64");
  const terms = ["title", "body", "author"];
  return { sent, names, sink: segmentSink({ file: "s", terms, names, dimensions: 64, queue }) };
}

const document = {
  documentId: "",
  source: "notes",
  title: "Title",
  author: "Author",
  url: null,
  publishedAt: null,
  contentHash: "",
};
const of = (...numbers: number[]) => Uint32Array.from(numbers);
const along = (axis: number) => Float32Array.from({ length: 64 }, (_, j) => (j === axis ? 1 : 0));

describe("segmentSink", () => {
  it("counts the title three times, the author by its weight, and says where passages begin", () => {
    const { sent, names, sink } = sinkOf();
    const chunks = [
      { start: 0, end: 4 },
      { start: 2, end: 6 },
    ];
    sink.begin({ ...document, content: "😀body" }, chunks);
    for (const _ of chunks) sink.terms.passage(of(0), of(1));
    sink.terms.whole(of(0), of(2), of(1, 1));
    sink.addVector(along(0));
    sink.addVector(null);
    const passages = sent.filter(({ index }) => index === names.passages);
    expect(passages.map(({ id, body }) => [id, body.text, body.before, body.terms])).toEqual([
      ["s/0", "😀bo", 0, "title title title body"],
      ["s/1", "body", 1, "title title title body"],
    ]);
    expect(passages.map(({ body }) => "vector" in body)).toEqual([true, false]);
    const [whole] = sent.filter(({ index }) => index === names.documents);
    expect(whole).toMatchObject({
      id: "s/0",
      body: { terms: "title title title author author author body body", words: ["title", "author", "body"] },
    });
    expect(sink.sent).toEqual({ documents: 1, chunks: 2, slices: 1 });
  });

  it("sends the mean of the vectors that the first five passages have", () => {
    const { sent, names, sink } = sinkOf();
    const chunks = Array.from({ length: 6 }, (_, i) => ({ start: i, end: i + 1 }));
    sink.begin({ ...document, content: "abcdef" }, chunks);
    for (const _ of chunks) sink.terms.passage(of(0), of(1));
    sink.terms.whole(of(0), of(), of(1));
    for (const vector of [along(0), null, along(0), null, null, along(1)]) sink.addVector(vector);
    const whole = sent.find(({ index }) => index === names.documents)!;
    const lead = codeFromBytes(Buffer.from(whole.body.lead as string, "base64"));
    const length = Math.sqrt(lead.int8.reduce((sum, x) => sum + (x * lead.scale) ** 2, 0));
    expect(length).toBeCloseTo(1, 1);
  });

  it("sends a document once all its vectors are there, with the mean of the first five", () => {
    const { sent, names, sink } = sinkOf();
    const chunks = Array.from({ length: 7 }, (_, i) => ({ start: i, end: i + 1 }));
    sink.begin({ ...document, content: "abcdefg" }, chunks);
    for (const _ of chunks) sink.terms.passage(of(0), of(1));
    sink.terms.whole(of(0), of(), of(1));
    const wholes = () => sent.filter(({ index }) => index === names.documents);
    for (let i = 0; i < 7; i++) {
      expect(wholes()).toEqual([]);
      sink.addVector(i < 5 ? along(0) : along(1));
    }
    const lead = codeFromBytes(Buffer.from(wholes()[0]!.body.lead as string, "base64"));
    const length = Math.sqrt(lead.int8.reduce((sum, x) => sum + (x * lead.scale) ** 2, 0));
    expect(length).toBeCloseTo(1, 1);
  });
});
