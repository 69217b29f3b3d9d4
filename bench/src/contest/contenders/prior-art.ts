/** Prior Art's engine, on the same chunks as the others: postings, codes, kernels, in one memory. */
import { join } from "node:path";
import type { TextIndex } from "../../../../src/search/text/text-index.ts";
import type { CoarseQuantizer } from "../../../../src/search/vector/coarse-quantizer.ts";
import type { VectorIndex } from "../../../../src/search/vector/vector-index.ts";
import { type Engine, loadEngine } from "../../product/engine.ts";
import type { ChunkSet } from "../chunk-set.ts";
import {
  type Contender,
  type ContenderDescription,
  fuseByRank,
  fusedDepth,
  type Level,
} from "../contender.ts";
import { bm25Shape } from "../exact-text.ts";

const kind = "bench";

interface Meta {
  averageLength: number;
  dimensions: number;
}

interface Opened {
  text: TextIndex;
  vectors: VectorIndex;
  /** Null without inverted lists. */
  quantizer: CoarseQuantizer | null;
  find(term: string): number;
  scratch: ReturnType<Engine["scratch"]["layScratch"]>;
  rotation: InstanceType<Engine["rotation"]["Rotation"]>;
}

const level = (candidates: number): Level => ({
  label: `${candidates} candidates of the one-bit scan`,
  settings: { candidates },
});

export class PriorArt implements Contender {
  readonly description: ContenderDescription = {
    name: "Prior Art",
    version: "this repository",
    setup: "block-max BM25 over impacts; one-bit codes, best candidates rescored with int8",
    persistent: true,
    levels: [100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 4_000, 8_000].map(level),
  };
  #engine!: Engine;
  #opened!: Opened;

  async build(chunks: ChunkSet, folder: string): Promise<void> {
    const { growable, codes, dictionary, postings, sectionWriter } = await loadEngine();
    const numbers = new Map<string, number>();
    const builder = new postings.PostingsBuilder();
    const row = new growable.GrowableUint32();
    for (const text of chunks.texts()) {
      row.clear();
      for (const term of text.split(" ")) {
        let number = numbers.get(term);
        if (number === undefined) {
          number = numbers.size;
          numbers.set(term, number);
        }
        row.push(number);
      }
      builder.addField(row.view(), 1);
      builder.endDocument();
    }
    const meta: Meta = { averageLength: builder.averageLength(), dimensions: chunks.dimensions };
    const built = builder.build(numbers.size, { ...bm25Shape, averageLength: meta.averageLength });
    const vectors = new codes.CodesBuilder(chunks.dimensions, { expected: chunks.count });
    for (const vector of chunks.vectors()) vectors.add(vector);
    sectionWriter.writeSections(join(folder, "index.seg"), {
      kind,
      meta,
      sections: prefixed({
        terms: dictionary.buildDictionary([...numbers.keys()]),
        text: built,
        vectors: vectors.build(),
      }),
    });
  }

  async open(_chunks: ChunkSet, folder: string): Promise<void> {
    const engine = await loadEngine();
    const arena = new engine.arena.Arena(1 << 16);
    const loaded = engine.sections.readSections<Meta>(join(folder, "index.seg"), kind, arena);
    const { averageLength, dimensions } = loaded.meta;
    const group = (prefix: string) => ({
      arrays: under(prefix, loaded.arrays) as never,
      at: under(prefix, loaded.at) as never,
    });
    const terms = new engine.dictionary.Dictionary(group("terms").arrays);
    const vectors = new engine.vectorIndex.VectorIndex(
      arena,
      group("vectors"),
      engine.rotation.paddedDimensions(dimensions),
    );
    const centroids = engine.coarseQuantizer.placeCentroids(arena, [vectors.centroids]);
    this.#engine = engine;
    this.#opened = {
      text: new engine.textIndex.TextIndex(arena, group("text"), { ...bm25Shape, averageLength }),
      vectors,
      quantizer: centroids && new engine.coarseQuantizer.CoarseQuantizer(arena, centroids),
      find: (term) => terms.find(term),
      scratch: engine.scratch.layScratch(arena),
      rotation: new engine.rotation.Rotation(dimensions),
    };
  }

  text(terms: string, k: number): number[] {
    const { text, find, scratch } = this.#opened;
    const weighted = terms
      .split(" ")
      .map(find)
      .filter((term) => term >= 0)
      .map((term) => ({
        term,
        idf: this.#engine.bm25.inverseDocumentFrequency(text.documentCount, text.documentFrequency(term)),
      }));
    return Array.from(text.search(weighted, k, { mask: 0, scratch }).documents);
  }

  vector(vector: Float32Array, k: number, { settings }: Level): number[] {
    const { vectors, quantizer, scratch, rotation } = this.#opened;
    const query = this.#engine.vectorIndex.prepareQuery(vector, rotation);
    const candidates = settings.candidates as number;
    const near = quantizer?.nearest(query, [vectors.consideredLists], scratch)[0] ?? null;
    return Array.from(vectors.search(query, { k, candidates, mask: 0, scratch, near }).ids);
  }

  fused(terms: string, vector: Float32Array, level: Level): number[] {
    return fuseByRank([this.text(terms, fusedDepth), this.vector(vector, fusedDepth, level)]);
  }

  async close(): Promise<void> {}
}

function prefixed(groups: Record<string, object>) {
  return Object.fromEntries(
    Object.entries(groups).flatMap(([prefix, arrays]) =>
      Object.entries(arrays).map(([name, array]) => [`${prefix}.${name}`, array]),
    ),
  );
}

function under<Value>(prefix: string, all: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(all)
      .filter(([name]) => name.startsWith(`${prefix}.`))
      .map(([name, value]) => [name.slice(prefix.length + 1), value]),
  );
}
