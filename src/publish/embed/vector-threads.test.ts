/** Threads share the passages of a segment, and its vectors are the same as those made by one. */
import { expect, it, onTestFinished } from "vitest";
import { dataDirectory } from "../../corpus/data-directory.ts";
import { fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import { TermInterner } from "../../search/analysis/term-interner.ts";
import { GrowableUint32 } from "../../search/growable-uint32.ts";
import { documentOf, documentsOf, openWorkbench } from "../workbench.case.ts";
import { TermEmbedding } from "./embed-texts.ts";
import { newCodes } from "./embedding.ts";
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

it.each([1, 2, 3])("made by %i threads, of several segments of many tasks", async (count) => {
  const model = await fittedFile();
  const threads = new VectorThreads(model, count, 500);
  onTestFinished(() => threads.close());
  const documents = { reported: 0, ended: 0 };
  for (const [from, to] of [
    [0, 40],
    [40, 70],
  ] as const) {
    const interner = new TermInterner();
    const embedding = new TermEmbedding(openModel(model.segments, model.file), interner);
    const codes = newCodes(fittedDimensions, { expected: 16, keptElsewhere: false });
    const segment = threads.beginSegment(interner, {
      onDocument: () => documents.reported++,
      onEnd: () => documents.ended++,
    });
    for (let number = from; number < to; number++) {
      for (const terms of passagesOf(interner, number)) {
        segment.onChunk(terms);
        codes.add(embedding.embed(terms));
      }
      await segment.add({ ...documentOf(number), contentHash: "" }, []);
    }
    const { codes: made, unembedded } = await segment.finish();
    expect(await made.build()).toEqual(codes.build());
    expect(unembedded).toEqual([]);
  }
  expect(documents).toEqual({ reported: 70, ended: 2 });
});

it("rejects when the model cannot be read", async () => {
  const model = await fittedFile();
  const threads = new VectorThreads({ ...model, file: "missing" }, 2);
  onTestFinished(() => threads.close());
  const segment = threads.beginSegment(new TermInterner(), { onDocument: () => {}, onEnd: () => {} });
  const { codes } = await segment.finish();
  await expect(codes.build()).rejects.toThrow("missing");
});
