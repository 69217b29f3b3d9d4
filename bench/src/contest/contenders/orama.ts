/** Orama: text and vectors, in memory. */
import { type AnyOrama, create, insert, type Results, search } from "@orama/orama";
import type { ChunkSet } from "../chunk-set.ts";
import { type Contender, type ContenderDescription, fuseByRank, fusedDepth } from "../contender.ts";
import { bm25Shape } from "../exact-text.ts";

/** Orama matches prefixes; with an end mark on every term a prefix is the whole term, as for the others. */
const endMark = "\u0001";

export class Orama implements Contender {
  readonly description: ContenderDescription = {
    name: "Orama",
    version: "@orama/orama 3.1.18",
    setup: "whole terms; vectors scanned with floats",
    persistent: false,
    maxChunks: { count: 60_000, because: "all in the JavaScript heap, about 17 KB a chunk" },
    levels: [{ label: "float scan", exact: true, settings: {} }],
  };
  #index!: AnyOrama;

  async build(chunks: ChunkSet): Promise<void> {
    const index = create({
      schema: { terms: "string", embedding: `vector[${chunks.dimensions}]` },
      components: {
        tokenizer: {
          language: "english",
          normalizationCache: new Map(),
          tokenize: (text: string) => text.split(" ").map((term) => term + endMark),
        },
      },
      sort: { enabled: false },
    } as never);
    const vectors = chunks.vectors();
    let id = 0;
    for (const terms of chunks.texts()) {
      const embedding = Array.from(vectors.next().value!);
      await insert(index, { id: String(id++), terms, embedding } as never);
    }
    this.#index = index;
  }

  open(chunks: ChunkSet): Promise<void> {
    return this.build(chunks);
  }

  async text(terms: string, k: number): Promise<number[]> {
    const relevance = { k: bm25Shape.k1, b: bm25Shape.b, d: 0 };
    return idsOf(await search(this.#index, { term: terms, threshold: 1, limit: k, relevance } as never));
  }

  async vector(vector: Float32Array, k: number): Promise<number[]> {
    const request = {
      mode: "vector",
      vector: { value: vector, property: "embedding" },
      similarity: 0,
      limit: k,
      includeVectors: false,
    };
    return idsOf(await search(this.#index, request as never));
  }

  async fused(terms: string, vector: Float32Array): Promise<number[]> {
    return fuseByRank([await this.text(terms, fusedDepth), await this.vector(vector, fusedDepth)]);
  }

  async close(): Promise<void> {}
}

function idsOf(results: Results<unknown>): number[] {
  return results.hits.map((hit) => Number(hit.id));
}
