/** Reads the output of `git cat-file --batch`. */
import type { Readable } from "node:stream";
import { CloneFailure } from "./clone-failure.ts";

const NEWLINE = 0x0a;

/** Parser for one `git cat-file --batch` stream: `<object> blob <size>\n`, that many bytes, `\n`, repeated. */
export class Batch {
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(answers: Readable) {
    this.#pieces = (answers as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  async next(object: string): Promise<Buffer> {
    let end = this.#held.indexOf(NEWLINE);
    while (end === -1) {
      if (this.#held.length > 200 || !(await this.#more())) throw damaged(object);
      end = this.#held.indexOf(NEWLINE);
    }
    const header = /^([0-9a-f]+) blob (\d+)$/.exec(this.#held.toString("latin1", 0, end));
    if (header?.[1] !== object) throw damaged(object);
    const size = Number(header[2]);
    this.#held = this.#held.subarray(end + 1);
    const content = await this.#take(size + 1);
    return content.subarray(0, size);
  }

  async end(): Promise<void> {
    while (await this.#more()) this.#held = Buffer.alloc(0);
  }

  async #take(bytes: number): Promise<Buffer> {
    const parts = [this.#held];
    let length = this.#held.length;
    while (length < bytes) {
      const { value, done } = await this.#pieces.next();
      if (done) throw new CloneFailure("failed", "git ended in the middle of a file");
      parts.push(value);
      length += value.length;
    }
    const all = parts.length === 1 ? parts[0]! : Buffer.concat(parts, length);
    this.#held = all.subarray(bytes);
    return all.subarray(0, bytes);
  }

  async #more(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    if (done) return false;
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
    return true;
  }
}

const damaged = (object: string) =>
  new CloneFailure("failed", `the repository does not contain object ${object}`);
