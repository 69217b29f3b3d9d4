/** Fits the built-in embedder to a sample of the corpus, and writes its file. */
import { join } from "node:path";
import { embedderSegmentKind } from "../../corpus/snapshot.ts";
import { type FitStep, fitEmbedder } from "../../embed/fitted/fit.ts";
import type { TokenCorpus } from "../../embed/fitted/token-corpus.ts";
import type { Sections } from "../../search/segment/section-format.ts";
import { writeSections } from "../../search/segment/section-writer.ts";
import type { FittedMeta } from "../finished-files.ts";

export interface ModelToFit {
  /** Folder, and the file in it, without ending. */
  segments: string;
  file: string;
  /** Texts of the whole corpus. */
  texts: number;
  onStep: (step: FitStep) => void;
}

export function fitModel(corpus: TokenCorpus, { segments, file, texts, onStep }: ModelToFit): FittedMeta {
  const { arrays, calibration } = fitEmbedder(corpus, onStep);
  const meta: FittedMeta = { calibration, texts };
  writeSections(join(segments, `${file}.seg`), {
    kind: embedderSegmentKind,
    meta,
    sections: arrays as unknown as Sections,
  });
  return meta;
}
