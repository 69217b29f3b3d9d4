/** Embed: selects the embedder and embeds every chunk. */
import type { PublishRun } from "../types.ts";
import type { Embedding, EmbedInput } from "./embedding.ts";
import { embedWithFitted } from "./fitted.ts";
import { embedWithRemote } from "./remote.ts";
import type { RemoteVectors } from "./remote-vectors.ts";

/** `vectors`: those that a remote embedder has made while documents were chunked. */
export async function embedArchive(
  run: PublishRun,
  from: EmbedInput & { vectors: RemoteVectors | null },
): Promise<Embedding> {
  const { vectors } = from;
  return vectors ? embedWithRemote(run, { ...from, vectors }) : embedWithFitted(run, from);
}
