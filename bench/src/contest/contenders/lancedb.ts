/** LanceDB: its full-text index, and its vector index that performed best on these vectors. */
import { connect, Index, MatchQuery, Operator, type Table } from "@lancedb/lancedb";
import * as arrow from "apache-arrow";
import type { ChunkSet } from "../chunk-set.ts";
import {
  type Contender,
  type ContenderDescription,
  fuseByRank,
  fusedDepth,
  type Level,
} from "../contender.ts";

/** Rows per batch when building. */
const batchRows = 20_000;

const graph = (ef: number, refineFactor: number): Level => ({
  label: `ef ${ef}, refined ×${refineFactor}`,
  settings: { ef, refineFactor },
});

const fts = {
  withPosition: false,
  baseTokenizer: "whitespace",
  stem: false,
  lowercase: false,
  removeStopWords: false,
  asciiFolding: false,
  maxTokenLength: 200,
} as const;

export class LanceDb implements Contender {
  readonly description: ContenderDescription = {
    name: "LanceDB",
    version: "@lancedb/lancedb 0.37.1",
    setup:
      "FTS without positions; IVF_HNSW_SQ, one partition, m 20, efConstruction 300, refined with float32",
    persistent: true,
    levels: [
      graph(50, 1),
      graph(50, 3),
      graph(100, 3),
      graph(200, 5),
      graph(400, 10),
      graph(800, 10),
      graph(1_600, 20),
      graph(3_200, 40),
      { label: "float32 scan", exact: true, settings: {} },
    ],
  };
  #table!: Table;

  async build(chunks: ChunkSet, folder: string): Promise<void> {
    const database = await connect(folder);
    const { schema, batches } = arrowBatches(chunks);
    const table = await database.createEmptyTable("chunks", schema);
    for (const batch of batches) await table.add(batch);
    await table.createIndex("terms", { config: Index.fts(fts) });
    const config = Index.hnswSq({ distanceType: "cosine", numPartitions: 1, m: 20, efConstruction: 300 });
    await table.createIndex("vector", { config });
    await table.optimize();
    database.close();
  }

  async open(_chunks: ChunkSet, folder: string): Promise<void> {
    const database = await connect(folder);
    this.#table = await database.openTable("chunks");
    for (const { name } of await this.#table.listIndices()) await this.#table.prewarmIndex(name);
  }

  async text(terms: string, k: number): Promise<number[]> {
    const query = new MatchQuery(terms, "terms", { operator: Operator.Or });
    return idsOf(await this.#table.query().fullTextSearch(query).select(["id", "_score"]).limit(k).toArrow());
  }

  async vector(vector: Float32Array, k: number, level: Level): Promise<number[]> {
    const near = this.#table.query().nearestTo(vector).distanceType("cosine");
    const { ef, refineFactor } = level.settings as { ef: number; refineFactor: number };
    const search = level.exact
      ? near.bypassVectorIndex()
      : near.ef(Math.max(ef, k * refineFactor)).refineFactor(refineFactor);
    return idsOf(await search.select(["id", "_distance"]).limit(k).toArrow());
  }

  /** Both searches concurrently: they run on separate threads. */
  async fused(terms: string, vector: Float32Array, level: Level): Promise<number[]> {
    return fuseByRank(
      await Promise.all([this.text(terms, fusedDepth), this.vector(vector, fusedDepth, level)]),
    );
  }

  async close(): Promise<void> {
    this.#table.close();
  }
}

function idsOf(table: arrow.Table): number[] {
  return Array.from(table.getChild("id")!.toArray() as Int32Array);
}

/** The chunks as Arrow tables made straight from their floats: no row objects in between. */
function arrowBatches(chunks: ChunkSet): { schema: arrow.Schema; batches: Generator<arrow.Table> } {
  const item = new arrow.Field("item", new arrow.Float32(), true);
  const vectorType = new arrow.FixedSizeList(chunks.dimensions, item);
  const schema = new arrow.Schema([
    new arrow.Field("id", new arrow.Int32(), false),
    new arrow.Field("terms", new arrow.Utf8(), false),
    new arrow.Field("vector", vectorType, false),
  ]);
  function* batches() {
    const texts = chunks.texts();
    const vectors = chunks.vectors();
    for (let from = 0; from < chunks.count; from += batchRows) {
      const length = Math.min(batchRows, chunks.count - from);
      const floats = new Float32Array(length * chunks.dimensions);
      const terms: string[] = [];
      for (let i = 0; i < length; i++) {
        terms.push(texts.next().value!);
        floats.set(vectors.next().value!, i * chunks.dimensions);
      }
      const ids = Int32Array.from({ length }, (_, i) => from + i);
      const children = [
        arrow.makeData({ type: new arrow.Int32(), length, data: ids }),
        arrow.vectorFromArray(terms, new arrow.Utf8()).data[0]!,
        arrow.makeData({
          type: vectorType,
          length,
          child: arrow.makeData({ type: new arrow.Float32(), length: floats.length, data: floats }),
        }),
      ];
      const struct = arrow.makeData({ type: new arrow.Struct(schema.fields), length, children });
      yield new arrow.Table(schema, new arrow.RecordBatch(schema, struct));
    }
  }
  return { schema, batches: batches() };
}
