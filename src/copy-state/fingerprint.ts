/** A digest of rows that does not depend on their order, nor on the dialect that contains them. */
import { createHash } from "node:crypto";

export type Row = Record<string, unknown>;

export class RowsFingerprint {
  rows = 0;
  /** Sum of the rows' digests. */
  readonly #sum = new Uint32Array(8);

  add(row: Row): void {
    const values = Object.keys(row)
      .sort()
      .map((name) => [
        name,
        row[name] instanceof Uint8Array ? Buffer.from(row[name]).toString("base64") : row[name],
      ]);
    const digest = createHash("sha256").update(JSON.stringify(values)).digest();
    for (let lane = 0; lane < 8; lane++) this.#sum[lane] = this.#sum[lane]! + digest.readUInt32BE(4 * lane);
    this.rows++;
  }

  digest(): string {
    return Buffer.from(this.#sum.buffer).toString("hex");
  }
}
