/** With the built-in embedder: fits it to the corpus, unless the plan keeps one. */
import { join } from "node:path";
import type { ManifestEmbedder } from "../../corpus/manifest.ts";
import { projectText } from "../../corpus/projects/project-texts.ts";
import { embedderSegmentKind } from "../../corpus/snapshot.ts";
import { fitEmbedder } from "../../embed/fitted/fit.ts";
import { type FittedArrays, FittedModel, fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import type { TokenCorpus } from "../../embed/fitted/token-corpus.ts";
import { analyze, GrowableUint32, TermInterner } from "../../search/analysis/analyzer.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { readSections, type Sections, writeSections } from "../../search/segment/section-file.ts";
import { CodesBuilder } from "../../search/vector/codes.ts";
import type { ChunkedArchive } from "../chunk/chunk-documents.ts";
import { describeModel, type FittedMeta } from "../finished-files.ts";
import type { PublishPlan } from "../plan.ts";
import type { CatalogContent } from "../read-catalog.ts";
import type { PublishRun } from "../types.ts";
import { TermEmbedding } from "./embed-texts.ts";
import type { Embedding, EmbedInput } from "./embedding.ts";

export function embedWithFitted(run: PublishRun, { content, plan, chunked }: EmbedInput): Embedding {
  const embedder = plan.model ?? fitAndWrite(run, plan, fitCorpus(content, chunked));
  const model = openModel(run.segments, plan.modelFile!);
  return {
    embedder,
    codes: chunked && embedChunks(run, chunked, model),
    unembedded: [],
    embedTexts: async (texts) => texts.map((text) => model.embedTerms(termNumbers(model, text))),
  };
}

/** All chunks, then all projects, as term numbers of the archive's interner. */
function fitCorpus(content: CatalogContent, chunked: ChunkedArchive | null): TokenCorpus {
  const interner = chunked?.interner ?? new TermInterner();
  const tokens = GrowableUint32.of(chunked ? chunked.writer.chunkTerms.view().slice() : new Uint32Array(0));
  const ends = GrowableUint32.of(chunked ? chunked.writer.chunkEnds.view().slice() : new Uint32Array(0));
  for (const project of content.projects) {
    interner.intern(projectText(project.record), tokens);
    ends.push(tokens.length);
  }
  return { terms: interner.terms, forms: interner.forms, tokens: tokens.view(), ends: ends.view() };
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

function embedChunks(
  run: PublishRun,
  { writer, interner }: ChunkedArchive,
  model: FittedModel,
): CodesBuilder {
  const embedding = new TermEmbedding(model, interner);
  const terms = writer.chunkTerms.view();
  const ends = writer.chunkEnds.view();
  const codes = new CodesBuilder(fittedDimensions, ends.length);
  let start = 0;
  ends.forEach((end, i) => {
    codes.add(embedding.embed(terms.subarray(start, end)));
    start = end;
    if (i % 20_000 === 0) {
      run.signal?.throwIfAborted();
      run.report("embed", i, ends.length);
    }
  });
  run.report("embed", ends.length, ends.length);
  return codes;
}

function termNumbers(model: FittedModel, text: string): number[] {
  return analyze(text).map((term) => model.dictionary.find(term));
}
