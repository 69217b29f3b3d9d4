/** Embeds queries with the embedder that the snapshot was built with, never with one configured later. */
import type { CorpusSnapshot } from "../corpus/snapshot.ts";
import { EmbeddingError } from "../embed/embedder.ts";
import { type FittedArrays, FittedModel } from "../embed/fitted/fitted-model.ts";
import { createHttpEmbedder, parseHttpVersion } from "../embed/http/http-embedder.ts";
import { staticTable } from "../embed/static/static-table.ts";

/** Endpoint of remote embeddings; needed only for snapshots built with them. */
export interface RemoteEmbeddings {
  url: string;
  key?: string;
  /** Hosts that may have private addresses, in addition to a private one in `url`. */
  allowPrivateHosts?: readonly string[];
}

export type EmbedQuery = (text: string) => Promise<Float32Array | null>;

/** Scratch space that a snapshot needs for this in each thread. */
export const embeddingBytes = FittedModel.scratchBytes + 64;

/** Tells the words that the snapshot's embedder has a vector for; none where it is remote. */
export function wordsOf({ embedder }: CorpusSnapshot): (word: string) => boolean {
  return embedder ? (word) => staticTable().has(word) : () => false;
}

export function queryEmbedding(snapshot: CorpusSnapshot, remote: RemoteEmbeddings | undefined): EmbedQuery {
  const { embedder, manifest } = snapshot;
  if (embedder) {
    const model = new FittedModel(snapshot.arena, embedder.arrays as unknown as FittedArrays, {
      latent: embedder.at.latentVectors!,
      word: embedder.at.wordVectors!,
      scratch: snapshot.arena.allocate(FittedModel.scratchBytes),
    });
    return async (text) => model.embedText(text);
  }
  const { version } = manifest.embedder;
  const named = parseHttpVersion(version);
  if (!remote || !named)
    return async () => {
      throw new EmbeddingError(
        `the snapshot's embedder ${version} is not configured; set PRIORART_EMBEDDINGS_URL`,
      );
    };
  const http = createHttpEmbedder({ ...remote, model: named.model, expectedDimensions: named.dimensions });
  return async (text) => (await http).embedQuery(text);
}
