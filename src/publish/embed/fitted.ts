/** With the built-in embedder: fits it to a sample of the corpus, unless the plan keeps one. */
import { join } from "node:path";
import type { ManifestEmbedder } from "../../corpus/manifest.ts";
import { embedderSegmentKind } from "../../corpus/snapshot.ts";
import { fitEmbedder } from "../../embed/fitted/fit.ts";
import { type FittedModel, fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import type { TokenCorpus } from "../../embed/fitted/token-corpus.ts";
import { analyze } from "../../search/analysis/analyzer.ts";
import type { Sections } from "../../search/segment/section-format.ts";
import { writeSections } from "../../search/segment/section-writer.ts";
import { describeModel, type FittedMeta } from "../finished-files.ts";
import type { PublishPlan } from "../plan.ts";
import type { PublishRun } from "../types.ts";
import { inOneBlock, TermEmbedding, type Vector } from "./embed-texts.ts";
import { type ArchiveVectors, newCodes, type SegmentProgress, type SegmentVectors } from "./embedding.ts";
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

export function fittedVectors(
  run: PublishRun,
  plan: PublishPlan,
  { corpus, threads: count }: FittedOptions,
): ArchiveVectors {
  const embedder = plan.model ?? fitAndWrite(run, plan, corpus!);
  const { segments } = run;
  const file = plan.modelFile!;
  let opened: FittedModel | null = null;
  const model = () => {
    opened ??= openModel(segments, file);
    return opened;
  };
  const total = plan.build.length;
  const expected = Math.min(maxExpected, passagesPerDocument * total);
  const threads = count > 0 ? new VectorThreads({ segments, file, expected }, count) : null;
  let done = plan.finished.reduce((sum, { segment }) => sum + segment.documents, 0);
  const progress: SegmentProgress = {
    onDocument: () => {
      if (++done % reportEvery === 0) run.report("embed", done, total);
    },
    onEnd: () => run.report("embed", done, total),
  };
  return {
    dimensions: embedder.dimensions,
    beginSegment: (interner, onVector) =>
      threads?.beginSegment(interner, progress) ??
      embedHere(new TermEmbedding(model(), interner), { progress, expected, onVector }),
    finish: async () => ({
      embedder,
      async embedTexts(texts) {
        const vectors: Vector[] = [];
        for (let at = 0; at < texts.length; at += reportEvery) {
          run.signal?.throwIfAborted();
          const batch = texts.slice(at, at + reportEvery).map((text) => termNumbers(model(), text));
          const found = batch.map((terms) => model().embedTerms(terms));
          vectors.push(...inOneBlock(found, fittedDimensions));
        }
        return vectors;
      },
    }),
    close: async () => threads?.close(),
  };
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

function fitAndWrite(run: PublishRun, plan: PublishPlan, corpus: TokenCorpus): ManifestEmbedder {
  const file = plan.modelFile!;
  let steps = 0;
  const fitted = fitEmbedder(corpus, () => run.report("fit", steps++, 3));
  const meta: FittedMeta = { calibration: fitted.calibration, texts: plan.texts };
  writeSections(join(run.segments, `${file}.seg`), {
    kind: embedderSegmentKind,
    meta,
    sections: fitted.arrays as unknown as Sections,
  });
  run.report("fit", 3, 3);
  return describeModel(file, meta);
}

function termNumbers(model: FittedModel, text: string): number[] {
  return analyze(text).map((term) => model.dictionary.find(term));
}
