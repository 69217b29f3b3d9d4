/** The current snapshot of a data directory, opened in this process, with its embedder. */
import { join } from "node:path";
import type { CorpusSnapshot } from "../../../src/corpus/snapshot.ts";
import type { FittedArrays, FittedModel } from "../../../src/embed/fitted/fitted-model.ts";
import { loadBuilt } from "./dist.ts";

export interface OpenedSnapshot {
  snapshot: CorpusSnapshot;
  /** The snapshot's own embedder. */
  model: FittedModel;
  /** Index terms of a text, in order, repeats kept. */
  analyze(text: string): string[];
  close(): void;
}

export async function openSnapshot(data: string): Promise<OpenedSnapshot> {
  const corpus = await loadBuilt<typeof import("../../../src/corpus/snapshot.ts")>("corpus/snapshot.js");
  const manifest = await loadBuilt<typeof import("../../../src/corpus/manifest.ts")>("corpus/manifest.js");
  const directory =
    await loadBuilt<typeof import("../../../src/corpus/data-directory.ts")>("corpus/data-directory.js");
  const fitted = await loadBuilt<typeof import("../../../src/embed/fitted/fitted-model.ts")>(
    "embed/fitted/fitted-model.js",
  );
  const analyzer = await loadBuilt<typeof import("../../../src/search/analysis/analyzer.ts")>(
    "search/analysis/analyzer.js",
  );
  const id = manifest.currentSnapshot(directory.dataDirectory(data));
  if (!id) throw new Error(`nothing is published in ${join(data)}`);
  const snapshot = new corpus.CorpusSnapshot(
    { ...corpus.loadSnapshot(data, id), key: id },
    fitted.FittedModel.scratchBytes + 64,
  );
  const { embedder } = snapshot;
  if (!embedder) throw new Error("the bench needs a snapshot of the built-in embedder");
  const model = new fitted.FittedModel(snapshot.arena, embedder.arrays as unknown as FittedArrays, {
    latent: embedder.at.latentVectors!,
    word: embedder.at.wordVectors!,
    scratch: snapshot.arena.allocate(fitted.FittedModel.scratchBytes),
  });
  // Withdrawn and superseded documents must not be found.
  snapshot.apply({ withdrawnProjects: [], withdrawnDocuments: [], sourceAccess: {} });
  return { snapshot, model, analyze: analyzer.analyze, close: () => snapshot.close() };
}
