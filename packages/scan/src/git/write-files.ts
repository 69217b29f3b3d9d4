/** Writes selected files of a commit into a folder without `git checkout`, so without filters, links or attributes. */
import { mkdir, writeFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { CloneFailure } from "./clone-failure.ts";
import type { TreeFile } from "./tree-files.ts";

const NEWLINE = 0x0a;
const SLASH = Buffer.from("/");

/**
 * Reads the output of `git cat-file --batch` for `files`, in their order, and writes each below `folder`. Returns
 * how many could not be written because their name collides with another or is too long.
 */
export async function writeFiles(
  answers: Readable,
  files: readonly TreeFile[],
  folder: string,
): Promise<number> {
  const source = new Batch(answers);
  const made = new Set<string>();
  let unwritten = 0;
  for (const { object, path } of files) {
    const content = await source.next(object);
    if (!(await write(folder, path, { content, made }))) unwritten++;
  }
  // git ends when its output has been read to the end.
  await source.end();
  return unwritten;
}

/** Makes an empty folder at each path where that is possible. */
export async function makeFolders(paths: readonly Buffer[], folder: string): Promise<void> {
  for (const path of paths) {
    await mkdir(Buffer.concat([Buffer.from(folder), SLASH, path]), { recursive: true }).catch(() => {});
  }
}

async function write(
  folder: string,
  path: Buffer,
  { content, made }: { content: Buffer; made: Set<string> },
): Promise<boolean> {
  const target = Buffer.concat([Buffer.from(folder), SLASH, path]);
  const parent = target.subarray(0, target.lastIndexOf(SLASH));
  const key = parent.toString("latin1");
  try {
    if (!made.has(key)) {
      await mkdir(parent, { recursive: true });
      made.add(key);
    }
    // Never overwrites: a tree may contain names that are equal on this file system.
    await writeFile(target, content, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (["EEXIST", "ENOTDIR", "ENAMETOOLONG", "EILSEQ", "EINVAL", "EISDIR"].includes(code)) return false;
    throw error;
  }
}

/** Parser for one `git cat-file --batch` stream: `<object> blob <size>\n`, that many bytes, `\n`, repeated. */
class Batch {
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
