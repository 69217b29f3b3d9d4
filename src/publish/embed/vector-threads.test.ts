/** Threads share the passages of a segment, and its vectors are the same as those made by one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { dataDirectory } from "../../corpus/data-directory.ts";
import type { FitStep } from "../../embed/fitted/fit.ts";
import { fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import { corpusOf } from "../../embed/fitted/fitted-texts.case.ts";
import { TermInterner } from "../../search/analysis/term-interner.ts";
import { GrowableUint32 } from "../../search/growable-uint32.ts";
import { CodesBuilder } from "../../search/vector/codes.ts";
import { documentOf, documentsOf, openWorkbench } from "../workbench.case.ts";
import { TermEmbedding } from "./embed-texts.ts";
import { fitModel } from "./fit-model.ts";
import { openModel } from "./open-model.ts";
import { VectorThreads } from "./vector-threads.ts";

async function fittedFile() {
  const at = await openWorkbench();
  onTestFinished(() => at.close());
  await at.put(...documentsOf(0, 60));
  await at.publish();
  return { segments: dataDirectory(at.dataDir).segments, file: at.manifest().embedder.file!, expected: 16 };
}

/** The terms of a document's content, then of none that the model knows. */
const passagesOf = (interner: TermInterner, number: number) =>
  [documentOf(number).content, `unheard${number}`].map((text) => {
    const terms = new GrowableUint32();
    interner.intern(text, terms);
    return terms.view();
  });

/** Passes documents of two segments, many tasks each, and compares their vectors with those of the model in `file`. */
async function passSegments(
  threads: VectorThreads,
  { segments, file, listsFrom }: { segments: string; file: string; listsFrom?: number },
) {
  const documents = { reported: 0, ended: 0 };
  for (const [from, to] of [
    [0, 40],
    [40, 70],
  ] as const) {
    const interner = new TermInterner();
    const passages: Uint32Array[] = [];
    const segment = threads.beginSegment(interner, {
      onDocument: () => documents.reported++,
      onEnd: () => documents.ended++,
    });
    for (let number = from; number < to; number++) {
      for (const terms of passagesOf(interner, number)) {
        segment.onChunk(terms);
        passages.push(terms);
      }
      await segment.add({ ...documentOf(number), contentHash: "" }, []);
    }
    const { codes: made, unembedded } = await segment.finish();
    const arrays = await made.build();
    const embedding = new TermEmbedding(openModel(segments, file), interner);
    const codes = new CodesBuilder(fittedDimensions, { ...(listsFrom && { listsFrom }) });
    for (const terms of passages) codes.add(embedding.embed(terms));
    expect(arrays).toEqual(codes.build());
    expect(unembedded).toEqual([]);
  }
  expect(documents).toEqual({ reported: 70, ended: 2 });
}

it.each([1, 2, 3])("made by %i threads, of several segments of many tasks", async (count) => {
  const model = await fittedFile();
  const threads = new VectorThreads({ ...model, isFitted: true, count, taskTokens: 500 });
  onTestFinished(() => threads.close());
  await passSegments(threads, model);
});

it.each([1, 2])(
  "made by %i threads, and quantised there where so many have inverted lists",
  async (count) => {
    const model = { ...(await fittedFile()), listsFrom: 50 };
    const threads = new VectorThreads({ ...model, isFitted: true, count, taskTokens: 500 });
    onTestFinished(() => threads.close());
    await passSegments(threads, model);
  },
);

const sample = () => corpusOf(Array.from({ length: 60 }, (_, number) => documentOf(number).content));

it("made while one of the threads fits the model, which is that of a single thread", async () => {
  const { segments, expected } = await fittedFile();
  const steps: FitStep[] = [];
  const meta = fitModel(sample(), { segments, file: "here", texts: 90, onStep: (step) => steps.push(step) });
  const model = { segments, file: "there", expected };
  const threads = new VectorThreads({ ...model, isFitted: false, count: 2, taskTokens: 500 });
  onTestFinished(() => threads.close());
  const reported: FitStep[] = [];
  const fitted = threads.fit(sample(), 90, (step) => reported.push(step));
  await passSegments(threads, model);
  expect(await fitted).toEqual(meta);
  expect(reported).toEqual(steps);
  const bytesOf = (file: string) => readFileSync(join(segments, `${file}.seg`));
  expect(bytesOf("there").equals(bytesOf("here"))).toBe(true);
});

it("rejects when the model cannot be written", async () => {
  const { segments, expected } = await fittedFile();
  const missing = join(segments, "missing");
  const options = { segments: missing, file: "there", expected, isFitted: false, count: 2 };
  const threads = new VectorThreads(options);
  onTestFinished(() => threads.close());
  await expect(threads.fit(sample(), 90, () => {})).rejects.toThrow("missing");
});

it("rejects when the model cannot be read", async () => {
  const model = await fittedFile();
  const threads = new VectorThreads({ ...model, file: "missing", isFitted: true, count: 2 });
  onTestFinished(() => threads.close());
  const segment = threads.beginSegment(new TermInterner(), { onDocument: () => {}, onEnd: () => {} });
  const { codes } = await segment.finish();
  await expect(codes.build()).rejects.toThrow("missing");
});
