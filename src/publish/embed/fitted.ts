/** With the built-in embedder: fits it to a sample of the corpus, unless the plan keeps one. */
import { join } from "node:path";
import type { ManifestEmbedder } from "../../corpus/manifest.ts";
import { embedderSegmentKind } from "../../corpus/snapshot.ts";
import { fitEmbedder } from "../../embed/fitted/fit.ts";
import { type FittedArrays, FittedModel, fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import type { TokenCorpus } from "../../embed/fitted/token-corpus.ts";
import { analyze } from "../../search/analysis/analyzer.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { readSections, type Sections, writeSections } from "../../search/segment/section-file.ts";
import { describeModel, type FittedMeta } from "../finished-files.ts";
import type { PublishPlan } from "../plan.ts";
import type { PublishRun } from "../types.ts";
import { inOneBlock, TermEmbedding, type Vector } from "./embed-texts.ts";
import { type ArchiveVectors, newCodes } from "./embedding.ts";

/** Documents between two reports of progress, and texts of one block of vectors. */
const reportEvery = 256;

/** `corpus`: the sample, where the plan has no model. */
export function fittedVectors(
  run: PublishRun,
  plan: PublishPlan,
  corpus: TokenCorpus | null,
): ArchiveVectors {
  const embedder = plan.model ?? fitAndWrite(run, plan, corpus!);
  const model = openModel(run.segments, plan.modelFile!);
  const total = plan.build.length;
  let done = plan.finished.reduce((sum, { segment }) => sum + segment.documents, 0);
  return {
    dimensions: embedder.dimensions,
    beginSegment(interner, onVector) {
      const embedding = new TermEmbedding(model, interner);
      const codes = newCodes(fittedDimensions, onVector !== undefined);
      return {
        onChunk: (terms) => {
          const vector = embedding.embed(terms);
          codes.add(vector);
          onVector?.(vector);
        },
        async add() {
          if (++done % reportEvery === 0) run.report("embed", done, total);
        },
        async finish() {
          run.report("embed", done, total);
          return { codes, unembedded: [] };
        },
      };
    },
    finish: () => ({
      embedder,
      async embedTexts(texts) {
        const vectors: Vector[] = [];
        for (let at = 0; at < texts.length; at += reportEvery) {
          run.signal?.throwIfAborted();
          const batch = texts.slice(at, at + reportEvery).map((text) => termNumbers(model, text));
          const found = batch.map((terms) => model.embedTerms(terms));
          vectors.push(...inOneBlock(found, fittedDimensions));
        }
        return vectors;
      },
    }),
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

/** The model of a written file, in its own arena. Throws a SegmentError when it is damaged. */
function openModel(segments: string, file: string): FittedModel {
  const arena = new Arena(1 << 16);
  const { arrays, at } = readSections<FittedMeta>(join(segments, `${file}.seg`), embedderSegmentKind, arena);
  return new FittedModel(arena, arrays as unknown as FittedArrays, {
    latent: at.latentVectors!,
    word: at.wordVectors!,
    scratch: arena.allocate(FittedModel.scratchBytes),
  });
}

function termNumbers(model: FittedModel, text: string): number[] {
  return analyze(text).map((term) => model.dictionary.find(term));
}
