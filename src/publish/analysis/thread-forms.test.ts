/** Terms of documents that a thread has tokenised are numbered as if they had been tokenised here. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { DocumentTerms, type FieldTerms } from "../../corpus/archive/document-terms.ts";
import { TermInterner } from "../../search/analysis/term-interner.ts";
import { chunk } from "../chunk/chunk.ts";
import { BatchAnalyzer } from "./batch-analyzer.ts";
import type { AnalyzedText } from "./messages.ts";
import { readReply } from "./read-reply.ts";
import { ThreadForms } from "./thread-forms.ts";

const words = fc.constantFrom(
  ..."the runs running run chain chains 支付系统 naïve x payment payments".split(" "),
);
const text = fc.array(words, { maxLength: 25 }).map((some) => some.join(" "));
const document: fc.Arbitrary<AnalyzedText> = fc.record({
  title: text,
  author: fc.option(text),
  content: text,
});

const valuesOf = ({ title, author, content, starts }: FieldTerms) =>
  [title, author, content, starts].map((numbers) => [...numbers]);

/** Tokenised here. */
function readHere(one: AnalyzedText, interner: TermInterner): FieldTerms & { chunks: unknown } {
  const terms = new DocumentTerms(interner);
  terms.read(one);
  const starts: number[] = [];
  new TermInterner().forEachTerm(one.content, (_, start) => starts.push(start));
  const { title, author, content } = terms;
  return { title, author, content, starts: Uint32Array.from(starts), chunks: chunk(one.content) };
}

it.each([1, 2, 3])(
  "by %i threads in turn, over several segments and after forms were forgotten",
  (threads) => {
    fc.assert(
      fc.property(
        fc.array(fc.array(document, { minLength: 1, maxLength: 3 }), { maxLength: 8 }),
        fc.integer({ min: 1, max: 6 }),
        (batches, perSegment) => {
          // So few that forms are forgotten between batches.
          const analyzers = Array.from({ length: threads }, () => new BatchAnalyzer(6));
          const forms = Array.from({ length: threads }, () => new ThreadForms());
          const replies = batches.map((batch, i) => analyzers[i % threads]!.analyze(batch));
          let [here, there] = [new TermInterner(), new TermInterner()];
          let read = 0;
          batches.forEach((batch, i) => {
            const next = readReply(replies[i]!, forms[i % threads]!);
            for (const one of batch) {
              if (read++ % perSegment === 0) [here, there] = [new TermInterner(), new TermInterner()];
              const { chunks, terms } = next(there);
              const expected = readHere(one, here);
              expect(valuesOf(terms)).toEqual(valuesOf(expected));
              expect(chunks).toEqual(expected.chunks);
              expect([there.terms, there.forms]).toEqual([here.terms, here.forms]);
            }
          });
        },
      ),
    );
  },
);
