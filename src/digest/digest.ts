/** SHA-256 over a sequence of strings, each followed by a separator that cannot occur in them. */
import { createHash, type Hash } from "node:crypto";

/** Bytes of one update, which takes less than 2 GiB. */
const most = 1 << 26;

export class Digest {
  readonly #hash: Hash = createHash("sha256");

  add(...parts: readonly (string | number)[]): this {
    for (const part of parts) this.#hash.update(`${part}\u0000`);
    return this;
  }

  addBytes(bytes: Uint8Array): this {
    for (let at = 0; at < bytes.length; at += most) this.#hash.update(bytes.subarray(at, at + most));
    return this;
  }

  /** The first 16 hex digits: enough to name a file. */
  short(): string {
    return this.#hash.digest("hex").slice(0, 16);
  }
}
