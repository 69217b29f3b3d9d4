/** Vectors kept between publishes, by embedder version and hash of the text. */
import type { CatalogDb } from "./tables.ts";

const HASHES_PER_QUERY = 5_000;
/** Rows per transaction: a vector of 1,024 floats is 4 KB. */
const ROWS_PER_WRITE = 500;
const ROWS_PER_INSERT = 50;

export async function readVectors(
  db: CatalogDb,
  embedder: string,
  hashes: readonly string[],
): Promise<Map<string, Float32Array>> {
  const found = new Map<string, Float32Array>();
  for (let start = 0; start < hashes.length; start += HASHES_PER_QUERY) {
    const rows = await db
      .selectFrom("vector")
      .select(["text_hash", "vector"])
      .where("embedder", "=", embedder)
      .where("text_hash", "in", hashes.slice(start, start + HASHES_PER_QUERY))
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
  for (let start = 0; start < rows.length; start += ROWS_PER_WRITE) {
    await db.transaction().execute(async (trx) => {
      const part = rows.slice(start, start + ROWS_PER_WRITE);
      for (let at = 0; at < part.length; at += ROWS_PER_INSERT) {
        await trx
          .insertInto("vector")
          .values(part.slice(at, at + ROWS_PER_INSERT))
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
