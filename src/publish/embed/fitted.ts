/** With the built-in embedder: fits it to a sample of the corpus, unless the plan keeps one. */
import type { ManifestEmbedder } from "../../corpus/manifest.ts";
import { type FittedModel, fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import type { TokenCorpus } from "../../embed/fitted/token-corpus.ts";
import { describeModel } from "../finished-files.ts";
import type { PublishPlan } from "../plan.ts";
import type { PublishRun } from "../types.ts";
import { inOneBlock, TermEmbedding, type TextList, type Vector } from "./embed-texts.ts";
import { type ArchiveVectors, newCodes, type SegmentProgress, type SegmentVectors } from "./embedding.ts";
import { fitModel } from "./fit-model.ts";
import { openModel } from "./open-model.ts";
import { VectorThreads } from "./vector-threads.ts";

/** Documents between two reports of progress, and texts of one block of vectors. */
const reportEvery = 256;

/** Memory for the vectors of a segment is reserved for about as many as it will have. */
const maxExpected = 410_000;
const passagesPerDocument = 6;

export interface FittedOptions {
  /** The sample, where the plan has no model. */
  corpus: TokenCorpus | null;
  /** That embed passages; 0: this one does. */
  threads: number;
}

/** Without threads, the model is fitted when this resolves; with them, while documents pass. */
export async function fittedVectors(
  run: PublishRun,
  plan: PublishPlan,
  { corpus, threads: count }: FittedOptions,
): Promise<ArchiveVectors> {
  const { segments } = run;
  const file = plan.modelFile!;
  const total = plan.build.length;
  const expected = Math.min(maxExpected, passagesPerDocument * total);
  const isFitted = plan.model !== null;
  const threads = count > 0 ? new VectorThreads({ segments, file, isFitted, expected, count }) : null;
  const embedder = fittedEmbedder(run, plan, { corpus, threads });
  let isReady = false;
  const onReady = () => {
    isReady = true;
  };
  // An error is thrown where the embedder is awaited, which another one may prevent.
  embedder.then(onReady, () => {});
  if (!threads) await embedder;
  let opened: FittedModel | null = null;
  const model = () => {
    opened ??= openModel(segments, file);
    return opened;
  };
  let done = plan.finished.reduce((sum, { segment }) => sum + segment.documents, 0);
  const progress: SegmentProgress = {
    onDocument: () => {
      // While the model is being fitted, that is the step.
      if (++done % reportEvery === 0 && isReady) run.report("embed", done, total);
    },
    onEnd: () => {
      if (isReady) run.report("embed", done, total);
    },
  };
  return {
    dimensions: fittedDimensions,
    beginSegment: (interner, onVector) =>
      threads?.beginSegment(interner, progress) ??
      embedHere(new TermEmbedding(model(), interner), { progress, expected, onVector }),
    finish: async () => ({
      embedder: await embedder,
      embedTexts: (texts) => embedTexts(run, model(), texts),
    }),
    close: async () => threads?.close(),
  };
}

async function embedTexts({ signal }: PublishRun, model: FittedModel, texts: TextList): Promise<Vector[]> {
  const vectors: Vector[] = [];
  for (let at = 0; at < texts.length; at += reportEvery) {
    signal?.throwIfAborted();
    const found = texts.slice(at, at + reportEvery).map((text) => model.embedText(text));
    vectors.push(...inOneBlock(found, fittedDimensions));
  }
  return vectors;
}

/** In this thread. */
function embedHere(
  embedding: TermEmbedding,
  {
    progress,
    expected,
    onVector,
  }: { progress: SegmentProgress; expected: number; onVector: ((vector: Vector) => void) | undefined },
): SegmentVectors {
  const codes = newCodes(fittedDimensions, { expected, keptElsewhere: onVector !== undefined });
  return {
    onChunk: (terms) => {
      const vector = embedding.embed(terms);
      codes.add(vector);
      onVector?.(vector);
    },
    add: async () => progress.onDocument(),
    async finish() {
      progress.onEnd();
      return { codes, unembedded: [] };
    },
  };
}

/** That of the plan, or a new one, fitted in another thread where there are some. */
async function fittedEmbedder(
  run: PublishRun,
  { model, modelFile, texts }: PublishPlan,
  { corpus, threads }: { corpus: TokenCorpus | null; threads: VectorThreads | null },
): Promise<ManifestEmbedder> {
  if (model) return model;
  const { segments } = run;
  const file = modelFile!;
  let steps = 0;
  const onStep = () => run.report("fit", steps++, 3);
  const meta = threads
    ? await threads.fit(corpus!, texts, onStep)
    : fitModel(corpus!, { segments, file, texts, onStep });
  run.report("fit", 3, 3);
  return describeModel(file, meta);
}
