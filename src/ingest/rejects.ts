/** The rejects file of one import: a line of JSON for every record that did not go in. */
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "./read/entry.ts";
import type { Reject } from "./types.ts";

/** Made when the first record is rejected, in `<dataDir>/rejects/`, readable by its owner alone. */
export class RejectsFile {
  readonly #folder: string;
  readonly #kind: string;
  path: string | null = null;
  /** Length of the file so far. */
  bytes = 0;
  #waiting: string[] = [];

  constructor(dataDir: string, kind: string) {
    this.#folder = join(dataDir, "rejects");
    this.#kind = kind;
  }

  /** Rejected records not written yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Goes on with the file of an interrupted import, of which `bytes` belong to lines already committed. */
  continue(path: string, bytes: number): void {
    if (!existsSync(path) || statSync(path).size < bytes) return;
    truncateSync(path, bytes);
    this.path = path;
    this.bytes = bytes;
  }

  add(place: Pick<Reject, "file" | "line" | "record">, faults: readonly [Fault, ...Fault[]]): void {
    const [first, ...also] = faults;
    const reject: Reject = { ...place, ...first, ...(also.length > 0 ? { also } : {}) };
    this.#waiting.push(`${JSON.stringify(reject)}\n`);
  }

  /** Writes what was added. Called before the lines it belongs to are recorded as committed. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const text = this.#waiting.join("");
    this.path ??= this.#create();
    appendFileSync(this.path, text);
    this.bytes += Buffer.byteLength(text);
    this.#waiting = [];
  }

  #create(): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
    for (let turn = 1; ; turn++) {
      const path = join(this.#folder, `${time}-${this.#kind}${turn === 1 ? "" : `-${turn}`}.jsonl`);
      try {
        closeSync(openSync(path, "wx", 0o600));
        return path;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  }
}
