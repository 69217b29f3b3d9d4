/** Vectors kept between publishes, by embedder version and hash of the text. */
import { portions, ROWS_PER_QUERY } from "./portions.ts";
import type { CatalogDb } from "./tables.ts";

/** Rows per transaction: a vector of 1,024 floats is 4 KB. */
const ROWS_PER_WRITE = 500;
const ROWS_PER_INSERT = 50;

export async function readVectors(
  db: CatalogDb,
  embedder: string,
  hashes: readonly string[],
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for (const part of portions(hashes, ROWS_PER_QUERY)) {
    const rows = await db
      .selectFrom("vector")
      .select(["text_hash", "vector"])
      .where("embedder", "=", embedder)
      .where("text_hash", "in", part)
      .execute();
    for (const { text_hash, vector } of rows) found.set(text_hash, toFloats(vector));
  }
  return found;
}

/** Writes in short transactions, so that an import of another process does not wait long. */
export async function writeVectors(
  db: CatalogDb,
  embedder: string,
  vectors: ReadonlyMap<string, Float32Array>,
): Promise<void> {
  const rows = Array.from(vectors, ([text_hash, vector]) => ({
    embedder,
    text_hash,
    vector: new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength),
  }));
  for (const part of portions(rows, ROWS_PER_WRITE)) {
    await db.transaction().execute(async (trx) => {
      for (const values of portions(part, ROWS_PER_INSERT)) {
        await trx
          .insertInto("vector")
          .values(values)
          .onConflict((conflict) =>
            conflict
              .columns(["embedder", "text_hash"])
              .doUpdateSet((eb) => ({ vector: eb.ref("excluded.vector") })),
          )
          .execute();
      }
    });
  }
}

/** Removes the vectors of every embedder but those named. Returns the number removed. */
export async function forgetVectors(db: CatalogDb, keep: readonly string[]): Promise<number> {
  const query = db.deleteFrom("vector");
  const result = await (keep.length === 0
    ? query
    : query.where("embedder", "not in", keep)
  ).executeTakeFirst();
  return Number(result.numDeletedRows);
}

function toFloats(bytes: Uint8Array): Float32Array {
  // A copy: the bytes may start at an offset that is not aligned for floats.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
