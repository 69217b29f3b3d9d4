/** With a remote embedder. */
import type { ManifestEmbedder } from "../../corpus/manifest.ts";
import { type Embedder, EmbeddingError } from "../../embed/embedder.ts";
import { identityCalibration } from "../../search/vector/calibration.ts";
import type { PublishPlan } from "../plan.ts";
import type { PublishRun } from "../types.ts";
import {
  embedRemotely,
  inOneBlock,
  nothingEmbedded,
  remoteBatch,
  type TextList,
  type Vector,
} from "./embed-texts.ts";
import type { ArchiveVectors } from "./embedding.ts";
import { RemoteVectors } from "./remote-vectors.ts";

export interface RemoteOptions {
  plan: PublishPlan;
  remote: Embedder;
  /** Of a sample, where one was read. */
  passagesPerDocument: number | undefined;
}

export function remoteVectors(
  run: PublishRun,
  { plan, remote, passagesPerDocument }: RemoteOptions,
): ArchiveVectors {
  const vectors = new RemoteVectors(run, remote, { ...plan, passagesPerDocument });
  return {
    dimensions: remote.dimensions,
    close: async () => {},
    beginSegment: (_, onVector) => {
      vectors.beginSegment(onVector);
      return {
        onChunk: () => {},
        add: (document, chunks) => vectors.add(document, chunks),
        finish: () => vectors.finishSegment(),
      };
    },
    async finish() {
      const result = plan.build.length > 0 ? await vectors.finish() : null;
      const calibration = plan.kept.length > 0 ? plan.previous?.embedder.calibration : result?.calibration;
      const embedder: ManifestEmbedder = {
        version: remote.version,
        kind: "remote",
        dimensions: remote.dimensions,
        ...(plan.passages === "lead" && { passages: "lead" as const }),
        file: null,
        calibration: calibration ?? identityCalibration,
        texts: plan.texts,
      };
      const answered = (result?.embedded ?? 0) > 0;
      return {
        embedder,
        embedTexts: async (texts) => {
          const embedded = await embedInBatches(run, remote, texts);
          if (!answered && embedded.length > 0 && embedded.every((vector) => vector === null))
            throw new EmbeddingError(nothingEmbedded);
          return embedded;
        },
      };
    },
  };
}

async function embedInBatches(run: PublishRun, embedder: Embedder, texts: TextList): Promise<Vector[]> {
  const vectors: Vector[] = [];
  for (let at = 0; at < texts.length; at += remoteBatch) {
    const batch = texts.slice(at, at + remoteBatch);
    const found = await embedRemotely(batch, { embedder, catalog: run.catalog, signal: run.signal });
    vectors.push(...inOneBlock(found, embedder.dimensions));
    run.report("embed-projects", vectors.length, texts.length);
  }
  return vectors;
}
