/** MiniSearch: text only, in memory. */
import MiniSearch from "minisearch";
import type { ChunkSet } from "../chunk-set.ts";
import type { Contender, ContenderDescription } from "../contender.ts";
import { bm25Shape } from "../exact-text.ts";

export class MiniSearchText implements Contender {
  readonly description: ContenderDescription = {
    name: "MiniSearch",
    version: "minisearch 7.2.0",
    setup: "exact terms, no prefixes, no fuzziness; no vectors",
    persistent: false,
    maxChunks: { count: 100_000, because: "all in the JavaScript heap" },
    levels: [],
  };
  #index!: MiniSearch;

  async build(chunks: ChunkSet): Promise<void> {
    this.#index = new MiniSearch({
      fields: ["terms"],
      tokenize: (text) => text.split(" "),
      processTerm: (term) => term,
      searchOptions: { bm25: { k: bm25Shape.k1, b: bm25Shape.b, d: 0 } },
    });
    let id = 0;
    for (const terms of chunks.texts()) this.#index.add({ id: id++, terms });
  }

  open(chunks: ChunkSet): Promise<void> {
    return this.build(chunks);
  }

  text(terms: string, k: number): number[] {
    return this.#index
      .search(terms)
      .slice(0, k)
      .map((hit) => hit.id);
  }

  vector(): number[] {
    throw new Error("MiniSearch has no vector search");
  }

  fused(): number[] {
    throw new Error("MiniSearch has no vector search");
  }

  async close(): Promise<void> {
    this.#index.removeAll();
  }
}
