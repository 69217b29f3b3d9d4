/** The fitted embedder as a segment file. */
import { join } from "node:path";
import type { ManifestEmbedder } from "../corpus/manifest.ts";
import { embedderSegmentKind } from "../corpus/snapshot.ts";
import { Digest } from "../digest/digest.ts";
import { type FittedEmbedder, fitEmbedder, fitVersion } from "../embed/fitted/fit.ts";
import { type FittedArrays, FittedModel, fittedDimensions } from "../embed/fitted/fitted-model.ts";
import type { TokenCorpus } from "../embed/fitted/token-corpus.ts";
import { Arena } from "../search/kernels/arena.ts";
import { readSections, type Sections, writeSections } from "../search/segment/section-file.ts";
import type { Calibration } from "../search/vector/calibration.ts";
import type { PublishRun } from "./progress.ts";

interface FittedMeta {
  calibration: Calibration;
  texts: number;
}

/** The name under which a model fitted to this content is kept. */
export function fittedFileName(content: string): string {
  return `embedder-${new Digest().add(fitVersion, content).short()}`;
}

/** Fits a model to the corpus, which is of `texts` documents and projects, and writes it. */
export function fitAndWrite(
  run: PublishRun,
  file: string,
  from: { corpus: TokenCorpus; texts: number },
): ManifestEmbedder {
  const { corpus, texts } = from;
  let steps = 0;
  const fitted: FittedEmbedder = fitEmbedder(corpus, () => run.report("fit", steps++, 3));
  const meta: FittedMeta = { calibration: fitted.calibration, texts };
  writeSections(join(run.segments, `${file}.seg`), {
    kind: embedderSegmentKind,
    meta,
    sections: fitted.arrays as unknown as Sections,
  });
  run.report("fit", 3, 3);
  return describe(file, meta);
}

/** The model of a written file, in an arena of its own. Throws a SegmentError when it is damaged. */
export function openFitted(segments: string, file: string): FittedModel {
  const arena = new Arena(1 << 16);
  const { arrays, at } = readSections<FittedMeta>(join(segments, `${file}.seg`), embedderSegmentKind, arena);
  return new FittedModel(arena, arrays as unknown as FittedArrays, {
    latent: at.latentVectors!,
    word: at.wordVectors!,
    scratch: arena.allocate(FittedModel.scratchBytes),
  });
}

/** What an earlier publish has written under this name; null when that is not there or not whole. */
export function wholeModel(segments: string, file: string): ManifestEmbedder | null {
  try {
    const { meta } = readSections<FittedMeta>(
      join(segments, `${file}.seg`),
      embedderSegmentKind,
      new Arena(1 << 16),
    );
    return describe(file, meta);
  } catch {
    return null;
  }
}

function describe(file: string, meta: FittedMeta): ManifestEmbedder {
  return {
    version: `fitted:${file.slice("embedder-".length)}`,
    kind: "fitted",
    dimensions: fittedDimensions,
    file,
    calibration: meta.calibration,
    texts: meta.texts,
  };
}
