/** The rejects file of one import: one line of JSON per rejected record, up to a limit. */
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { shorten } from "./clean-text.ts";
import type { Fault } from "./read/entry.ts";
import type { Reject } from "./types.ts";

/** Beyond this size, in bytes, rejects are counted and not listed. */
export const MAX_REJECTS_BYTES = 10 * 1024 * 1024;
/** Maximum length of a stored record name, field path or message, in characters. */
const MAX_NAME = 200;
const MAX_FIELD = 200;
const MAX_MESSAGE = 500;

/** Created with the first reject, in `<dataDir>/rejects/`, readable by its owner only. */
export class RejectsFile {
  readonly #folder: string;
  readonly #kind: string;
  readonly #maxBytes: number;
  path: string | null = null;
  /** Length of the file so far. */
  bytes = 0;
  #waiting: string[] = [];
  #waitingBytes = 0;

  constructor(dataDir: string, kind: string, maxBytes: number = MAX_REJECTS_BYTES) {
    this.#folder = join(dataDir, "rejects");
    this.#kind = kind;
    this.#maxBytes = maxBytes;
  }

  /** Rejects not written yet. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Whether the limit is reached: further rejects are not listed. */
  get isFull(): boolean {
    return this.bytes + this.#waitingBytes >= this.#maxBytes;
  }

  /** Continues the file of an interrupted import; `bytes` is its committed length. */
  continue(path: string, bytes: number): void {
    if (!existsSync(path) || statSync(path).size < bytes) return;
    truncateSync(path, bytes);
    this.path = path;
    this.bytes = bytes;
  }

  add(place: Pick<Reject, "file" | "line" | "record">, faults: readonly [Fault, ...Fault[]]): void {
    if (this.isFull) return;
    const [first, ...also] = faults.map(shortFault);
    const record = place.record === null ? null : shorten(place.record, MAX_NAME);
    this.#push({ ...place, record, ...first!, ...(also.length > 0 ? { also } : {}) });
    if (this.isFull) this.#push({ ...place, record: null, ...full(this.#maxBytes) });
  }

  /** Writes pending rejects. Called before their lines are recorded as committed. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    this.path ??= this.#create();
    appendFileSync(this.path, this.#waiting.join(""));
    this.bytes += this.#waitingBytes;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #push(reject: Reject): void {
    const line = `${JSON.stringify(reject)}\n`;
    this.#waiting.push(line);
    this.#waitingBytes += Buffer.byteLength(line);
  }

  #create(): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
    for (let attempt = 1; ; attempt++) {
      const path = join(this.#folder, `${time}-${this.#kind}${attempt === 1 ? "" : `-${attempt}`}.jsonl`);
      try {
        closeSync(openSync(path, "wx", 0o600));
        return path;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
  }
}

function shortFault({ field, rule, message }: Fault): Fault {
  return {
    field: field === null ? null : shorten(field, MAX_FIELD),
    rule,
    message: shorten(message, MAX_MESSAGE),
  };
}

function full(maxBytes: number): Fault {
  const message = `the file has reached ${maxBytes} bytes: further rejects are counted in the report and not listed`;
  return { field: null, rule: "rejects-full", message };
}
