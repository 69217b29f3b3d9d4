/** Entries of `git ls-tree -r -l -z`, and which of their names are safe. */
import type { Readable } from "node:stream";

export interface TreeFile {
  object: string;
  size: number;
  /** As git stores it: bytes without an encoding, each part checked to be a plain name. */
  path: Buffer;
}

const DEEPEST = 40;

export type TreeEntry =
  | (TreeFile & { kind: "file" })
  | { kind: "link" }
  | { kind: "submodule"; path: Buffer };

/** Every file, symbolic link and submodule, in the order of the tree. */
export async function* entriesOf(listing: Readable): AsyncIterable<TreeEntry> {
  for await (const line of zeroEnded(listing)) {
    const entry = parseEntry(line);
    if (entry !== null) yield entry;
  }
}

/** Parses a line such as `100644 blob 8c25…    1234\tsrc/main.ts`. Null for any other line. */
function parseEntry(line: Buffer): TreeEntry | null {
  const tab = line.indexOf("\t");
  const fields = /^(\d{6}) (blob|commit) ([0-9a-f]{40,64}) +(\d+|-)$/.exec(line.toString("latin1", 0, tab));
  if (tab === -1 || fields === null) return null;
  const [, mode, , object, size] = fields;
  const path = Buffer.from(line.subarray(tab + 1));
  if (mode === "160000") return { kind: "submodule", path };
  if (mode === "120000") return { kind: "link" };
  return { kind: "file", object: object!, size: Number(size), path };
}

export const parts = (path: Buffer): string[] => path.toString("latin1").split("/");

/** Rejects `..`, `.git` and names that other file systems treat differently. */
export function isPlain(path: Buffer): boolean {
  const names = parts(path);
  return (
    names.length <= DEEPEST &&
    names.every(
      (name) => name !== "" && name.length <= 255 && !/^\.{1,2}$|^\.git[ .]*$|^git~\d|[\\:\0]/i.test(name),
    )
  );
}

/** Pieces between zero bytes. */
export async function* zeroEnded(stream: Readable): AsyncIterable<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    let from = 0;
    for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, from)) {
      yield bytes.subarray(from, end);
      from = end + 1;
    }
    rest = bytes.subarray(from);
  }
}
