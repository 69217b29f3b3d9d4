/** SQLite: FTS5 for text, sqlite-vec for vectors, in one database file. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { getLoadablePath } from "sqlite-vec";
import type { ChunkSet } from "../chunk-set.ts";
import {
  type Contender,
  type ContenderDescription,
  fuseByRank,
  fusedDepth,
  type Level,
} from "../contender.ts";

/** sqlite-vec returns at most this many neighbors. */
const maxCandidates = 4_096;

const rescored = (candidates: number): Level => ({
  label: `bit codes, ${candidates} rescored with float32`,
  settings: { candidates },
});

export class Sqlite implements Contender {
  readonly description: ContenderDescription = {
    name: "SQLite FTS5 + sqlite-vec",
    version: "better-sqlite3 12.11.1, sqlite-vec 0.1.9",
    setup:
      "contentless FTS5, optimized; bit codes rescored from a table of floats, or vec0 floats scanned (both kept); file mapped",
    persistent: true,
    levels: [
      ...[200, 500, 1_000, 2_000, maxCandidates].map(rescored),
      { label: "float32 scan", exact: true, settings: {} },
    ],
  };
  #database!: Database.Database;
  #text!: Database.Statement<[string, number], number>;
  #scan!: Database.Statement<[Buffer, number], number>;
  #rescore!: Database.Statement<[Buffer, number, Buffer, number], number>;

  async build(chunks: ChunkSet, folder: string): Promise<void> {
    const database = this.#connect(folder);
    database.exec(`
      PRAGMA journal_mode = OFF;
      PRAGMA synchronous = OFF;
      CREATE VIRTUAL TABLE texts USING fts5(
        terms, content = '', detail = full,
        tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'"
      );
      CREATE VIRTUAL TABLE vectors USING vec0(embedding float[${chunks.dimensions}] distance_metric=cosine);
      CREATE VIRTUAL TABLE codes USING vec0(embedding bit[${chunks.dimensions}]);
      CREATE TABLE floats (id INTEGER PRIMARY KEY, embedding BLOB NOT NULL);
    `);
    const addText = database.prepare("INSERT INTO texts (rowid, terms) VALUES (?, ?)");
    const addVector = database.prepare("INSERT INTO vectors (rowid, embedding) VALUES (?, ?)");
    const addFloats = database.prepare("INSERT INTO floats (id, embedding) VALUES (?, ?)");
    const addCode = database.prepare(
      "INSERT INTO codes (rowid, embedding) VALUES (?, vec_quantize_binary(?))",
    );
    database.transaction(() => {
      let id = 0;
      for (const text of chunks.texts()) addText.run(BigInt(id++), text);
      id = 0;
      for (const vector of chunks.vectors()) {
        const row = BigInt(id++);
        addVector.run(row, bytesOf(vector));
        addCode.run(row, bytesOf(vector));
        addFloats.run(row, bytesOf(vector));
      }
    })();
    database.exec("INSERT INTO texts (texts) VALUES ('optimize')");
    database.close();
  }

  async open(_chunks: ChunkSet, folder: string): Promise<void> {
    const database = this.#connect(folder);
    // The whole file may be mapped: the others keep their indexes in memory as well.
    database.exec("PRAGMA mmap_size = 8000000000; PRAGMA cache_size = -200000;");
    this.#database = database;
    this.#text = database
      .prepare<[string, number], number>("SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?")
      .pluck();
    this.#scan = database
      .prepare<[Buffer, number], number>("SELECT rowid FROM vectors WHERE embedding MATCH ? AND k = ?")
      .pluck();
    this.#rescore = database
      .prepare<[Buffer, number, Buffer, number], number>(
        `WITH near AS (SELECT rowid AS id FROM codes WHERE embedding MATCH vec_quantize_binary(?) AND k = ?)
         SELECT near.id FROM near JOIN floats ON floats.id = near.id
         ORDER BY vec_distance_cosine(floats.embedding, ?) LIMIT ?`,
      )
      .pluck();
  }

  text(terms: string, k: number): number[] {
    const query = terms
      .split(" ")
      .map((term) => `"${term}"`)
      .join(" OR ");
    return this.#text.all(query, k);
  }

  vector(vector: Float32Array, k: number, level: Level): number[] {
    const bytes = bytesOf(vector);
    if (level.exact) return this.#scan.all(bytes, k);
    return this.#rescore.all(bytes, level.settings.candidates as number, bytes, k);
  }

  fused(terms: string, vector: Float32Array, level: Level): number[] {
    return fuseByRank([this.text(terms, fusedDepth), this.vector(vector, fusedDepth, level)]);
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  #connect(folder: string): Database.Database {
    const database = new Database(join(folder, "index.db"));
    database.loadExtension(getLoadablePath());
    return database;
  }
}

const bytesOf = (vector: Float32Array) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
