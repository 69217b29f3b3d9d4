import { join } from "node:path";
import { embedderSegmentKind } from "../../corpus/snapshot.ts";
import { type FittedArrays, FittedModel } from "../../embed/fitted/fitted-model.ts";
import { Arena } from "../../search/kernels/arena.ts";
import { readSections } from "../../search/segment/section-file.ts";

/** The fitted model of a written file, in its own arena. Throws a SegmentError when it is damaged. */
export function openModel(segments: string, file: string): FittedModel {
  const arena = new Arena(1 << 16);
  const { arrays, at } = readSections(join(segments, `${file}.seg`), embedderSegmentKind, arena);
  return new FittedModel(arena, arrays as unknown as FittedArrays, {
    latent: at.latentVectors!,
    word: at.wordVectors!,
    scratch: arena.allocate(FittedModel.scratchBytes),
  });
}
