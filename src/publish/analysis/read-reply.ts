/** What a thread has found out about a batch of documents, one document after another. */
import type { FieldTerms } from "../../corpus/archive/document-terms.ts";
import type { TermInterner } from "../../search/analysis/term-interner.ts";
import type { Chunk } from "../chunk/chunk.ts";
import type { AnalysisReply } from "./messages.ts";
import type { ThreadForms } from "./thread-forms.ts";

export interface AnalyzedDocument {
  chunks: Chunk[];
  terms: FieldTerms;
}

/** Analysed documents, one call each, in order. Terms are numbered by the interner of the call. */
export type AnalyzedBatch = (interner: TermInterner) => AnalyzedDocument;

/** The forms are taken with the first document, because replies may arrive before the batches ahead of them are read. */
export function readReply(reply: AnalysisReply, forms: ThreadForms): AnalyzedBatch {
  const at = { document: 0, token: 0, start: 0, chunk: 0 };
  return (interner) => {
    if (at.document === 0) forms.take(reply);
    const field = () => {
      const count = reply.counts[at.document * 3 + fields++]!;
      at.token += count;
      return forms.number(reply.tokens.subarray(at.token - count, at.token), interner);
    };
    let fields = 0;
    const terms = { title: field(), author: field(), content: field() };
    const { length } = terms.content;
    const starts = reply.starts.subarray(at.start, at.start + length);
    at.start += length;
    const chunks = Array.from({ length: reply.chunkCounts[at.document]! }, () => ({
      start: reply.chunks[at.chunk++]!,
      end: reply.chunks[at.chunk++]!,
    }));
    at.document++;
    return { chunks, terms: { ...terms, starts } };
  };
}
