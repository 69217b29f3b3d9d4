/** Finds the messages of an mbox file as it streams by, whatever its size. */
import { createHash, type Hash } from "node:crypto";
import { headersOf, type MailHeaders } from "./headers.ts";

/** A message, by its place in the file. */
export interface MessagePlace extends MailHeaders {
  start: number;
  length: number;
  /** Of its bytes. */
  digest: string;
}

const FROM = Buffer.from("\nFrom ");
/** Longest line between two messages, and longest header section that is read, in bytes. */
const MAX_FROM_LINE = 1_000;
const MAX_HEADER_BYTES = 64 * 1024;

/**
 * A message begins with a line such as `From ada@example.org Wed May  1 10:00:00 2024`, at the start of the file or
 * below a blank line. Other bytes before the first message are left out.
 */
export async function* splitMbox(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<MessagePlace> {
  // A blank line in front, so that the first line is like every other.
  let held: Buffer = Buffer.from("\n\n");
  let offset = -held.length;
  let open: OpenMessage | null = null;
  const take = (bytes: number) => {
    open?.add(held.subarray(0, bytes));
    held = held.subarray(bytes);
    offset += bytes;
  };
  const found = function* (isLast: boolean): Generator<MessagePlace> {
    for (let at = held.indexOf(FROM, 1); at !== -1; at = held.indexOf(FROM, at + 1)) {
      const isWhole = isLast || held.length - at > MAX_FROM_LINE || held.indexOf(0x0a, at + 1) !== -1;
      if (!isWhole) return;
      if (!isBoundary(held, at)) continue;
      take(at + 1);
      if (open !== null) yield open.finish(offset);
      open = new OpenMessage(offset);
      at = 0;
    }
  };
  for await (const piece of pieces) {
    held = Buffer.concat([held, piece]);
    yield* found(false);
    // The line of a message, and the blank line before it, may end in the next piece.
    if (held.length > 2 * MAX_FROM_LINE) take(held.length - MAX_FROM_LINE - 2);
  }
  yield* found(true);
  take(held.length);
  if (open !== null) yield (open as OpenMessage).finish(offset);
}

/** `at` is the line feed before `From `. */
function isBoundary(held: Buffer, at: number): boolean {
  const before = held[at - 1] === 0x0d ? held[at - 2] : held[at - 1];
  if (before !== 0x0a) return false;
  const line = held.toString("latin1", at + 1, at + 1 + MAX_FROM_LINE).split("\n", 1)[0]!;
  return line.length < MAX_FROM_LINE && /\d{1,2}:\d\d/.test(line) && /\d{4}/.test(line);
}

class OpenMessage {
  readonly #start: number;
  readonly #hash: Hash = createHash("sha1");
  #head: Buffer = Buffer.alloc(0);

  constructor(start: number) {
    this.#start = start;
  }

  add(bytes: Buffer): void {
    this.#hash.update(bytes);
    if (this.#head.length < MAX_HEADER_BYTES)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, MAX_HEADER_BYTES - this.#head.length)]);
  }

  finish(end: number): MessagePlace {
    const digest = this.#hash.digest("hex");
    return {
      start: this.#start,
      length: end - this.#start,
      digest,
      ...headersOf(this.#head.toString("latin1"), digest),
    };
  }
}
