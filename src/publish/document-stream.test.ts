/** Documents keep their order, regardless of which thread analyses them. */
import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import type { CatalogDocument } from "../catalog/types.ts";
import { DocumentTerms } from "../corpus/archive/document-terms.ts";
import { TermInterner } from "../search/analysis/term-interner.ts";
import { BatchAnalyzer } from "./analysis/batch-analyzer.ts";
import type { AnalyzedText } from "./analysis/messages.ts";
import { type AnalyzedBatch, readReply } from "./analysis/read-reply.ts";
import { ThreadForms } from "./analysis/thread-forms.ts";
import { type AnalysisPort, DocumentStream } from "./document-stream.ts";
import type { PublishRun } from "./types.ts";
import { documentsOf } from "./workbench.case.ts";

/** Enough for dozens of batches, read from the catalog in parts. */
const documents = documentsOf(0, 2_000).map((document) => ({ ...document, contentHash: "" }));
async function* parts(): AsyncGenerator<readonly CatalogDocument[]> {
  for (let at = 0; at < documents.length; at += 300) yield documents.slice(at, at + 300);
}

/** A thread that answers when `reply` says so, and the number of documents it was given. */
function threadOf(reply: (analyzed: () => AnalyzedBatch) => Promise<AnalyzedBatch>) {
  const analyzer = new BatchAnalyzer();
  const forms = new ThreadForms();
  const given = { documents: 0 };
  const port: AnalysisPort = {
    count: 1,
    analyze: (batch: readonly AnalyzedText[]) => {
      given.documents += batch.length;
      return reply(() => readReply(analyzer.analyze([...batch]), forms));
    },
  };
  return { port, given };
}

const atOnce = async (analyzed: () => AnalyzedBatch) => analyzed();
/** One batch after another, each only when this thread waits. */
function slowly() {
  let last: Promise<unknown> = Promise.resolve();
  return (analyzed: () => AnalyzedBatch) => {
    const next = last.then(async () => {
      for (let turn = 0; turn < 5; turn++) await setImmediate();
      return analyzed();
    });
    last = next;
    return next;
  };
}

/** Ids, chunks and terms of all documents, and the interner's terms. */
async function pass(threads: AnalysisPort | null) {
  const stream = new DocumentStream({} as PublishRun, parts(), threads);
  const interner = new TermInterner();
  const terms = new DocumentTerms(interner);
  const passed: unknown[] = [];
  for (let next = await stream.next(interner); next; next = await stream.next(interner)) {
    if (next.terms) terms.take(next.terms);
    else terms.read(next.document);
    passed.push([next.document.documentId, next.chunks, [...terms.content]]);
  }
  return { passed, terms: interner.terms };
}

it("those of threads that keep up are all analysed there", async () => {
  const { port, given } = threadOf(atOnce);
  expect(await pass(port)).toEqual(await pass(null));
  expect(given.documents).toBe(documents.length);
});

it("where threads are late, this one analyses some itself, with the same result", async () => {
  const { port, given } = threadOf(slowly());
  expect(await pass(port)).toEqual(await pass(null));
  expect(given.documents).toBeGreaterThan(500);
  expect(given.documents).toBeLessThan(1_500);
});

it("fails with the error of a thread", async () => {
  const { port } = threadOf(() => Promise.reject(new Error("no memory left")));
  await expect(pass(port)).rejects.toThrow("no memory left");
});

it.each([false, true])(
  "pages of withdrawn documents do not end it; with a thread: %s",
  async (isThreaded) => {
    async function* withGaps() {
      for await (const part of parts()) yield* [part, ...Array.from({ length: 8 }, () => [])];
    }
    const threads = isThreaded ? threadOf(atOnce).port : null;
    const stream = new DocumentStream({} as PublishRun, withGaps(), threads);
    const interner = new TermInterner();
    let passed = 0;
    while (await stream.next(interner)) passed++;
    expect(passed).toBe(documents.length);
  },
);
