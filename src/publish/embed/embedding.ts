/** Result of the embed step. */
import type { ManifestEmbedder } from "../../corpus/manifest.ts";
import type { CodesBuilder } from "../../search/vector/codes.ts";
import type { ChunkedArchive } from "../chunk/chunk-documents.ts";
import type { PublishPlan } from "../plan.ts";
import type { CatalogContent } from "../read-catalog.ts";
import type { Vector } from "./embed-texts.ts";

export interface EmbedInput {
  content: CatalogContent;
  plan: PublishPlan;
  chunked: ChunkedArchive | null;
}

export interface Embedding {
  embedder: ManifestEmbedder;
  /** Of the chunks, in their order; null when nothing was chunked. */
  codes: CodesBuilder | null;
  /** Documents of the new segment of which some chunk has no vector. */
  unembedded: number[];
  /** Embeds other texts with the same embedder; null for a text that could not be embedded. */
  embedTexts(texts: readonly string[]): Promise<Vector[]>;
}
