/** Selects the files of a commit that are written for the scanner, from the listing, before anything is unpacked. */
import type { Readable } from "node:stream";
import { isSkippedFolder } from "../tree/skipped-folders.ts";
import type { CloneLimits } from "./clone-limits.ts";

export interface TreeFile {
  object: string;
  size: number;
  /** As git stores it: bytes without an encoding, each part checked to be a plain name. */
  path: Buffer;
}

export interface ChosenFiles {
  files: TreeFile[];
  /** Paths of submodules: not fetched, but an empty folder shows them to the scanner. */
  submodules: Buffer[];
  /** Omissions with reasons, as text. */
  leftOut: string[];
}

/** At most this many empty folders are created. */
const MOST_SUBMODULES = 1_000;
const DEEPEST = 40;

/** Reads `git ls-tree -r -l -z`; stops reading at the limit of listed files. */
export async function chooseFiles(listing: Readable, limits: CloneLimits): Promise<ChosenFiles> {
  const found: TreeFile[] = [];
  const submodules: Buffer[] = [];
  const left = { large: 0, links: 0, submodules: 0, names: 0, unlisted: false };
  let listed = 0;
  for await (const line of zeroEnded(listing)) {
    if (++listed > limits.listedFiles) {
      left.unlisted = true;
      break;
    }
    const entry = parseEntry(line);
    if (entry === null) continue;
    if (entry.kind === "submodule") {
      if (left.submodules++ < MOST_SUBMODULES && isPlain(entry.path)) submodules.push(entry.path);
    } else if (entry.kind === "link") left.links++;
    else if (!isPlain(entry.path)) left.names++;
    else if (entry.size > limits.fileBytes) left.large++;
    else if (!parts(entry.path).slice(0, -1).some(isSkippedFolder)) found.push(entry);
  }
  const { files, over } = withinLimits(found, limits);
  const megabytes = Math.round(limits.fileBytes / 2 ** 20);
  const leftOut = [
    left.unlisted && `only the first ${limits.listedFiles} files of the repository were listed`,
    left.large > 0 && `${left.large} files larger than ${megabytes} MiB`,
    left.links > 0 && `${left.links} symbolic links`,
    left.submodules > 0 && `${left.submodules} submodules`,
    left.names > 0 && `${left.names} files whose names cannot be written safely`,
    over > 0 &&
      `${over} files beyond the limits of ${limits.files} files and ${Math.round(limits.bytes / 2 ** 20)} MiB`,
  ].filter((reason) => reason !== false);
  return { files, submodules, leftOut };
}

/** The shallowest first, where manifests usually are; then in the order of the tree. */
function withinLimits(found: readonly TreeFile[], { files: most, bytes }: CloneLimits) {
  const depths = found.map(({ path }) => parts(path).length);
  const order = found.map((_, index) => index).sort((a, b) => depths[a]! - depths[b]! || a - b);
  const files: TreeFile[] = [];
  let total = 0;
  for (const index of order) {
    const file = found[index]!;
    if (files.length === most || total + file.size > bytes) break;
    files.push(file);
    total += file.size;
  }
  return { files, over: found.length - files.length };
}

type Entry = (TreeFile & { kind: "file" }) | { kind: "link" } | { kind: "submodule"; path: Buffer };

/** Parses a line such as `100644 blob 8c25…    1234\tsrc/main.ts`. Null for any other line. */
function parseEntry(line: Buffer): Entry | null {
  const tab = line.indexOf("\t");
  const fields = /^(\d{6}) (blob|commit) ([0-9a-f]{40,64}) +(\d+|-)$/.exec(line.toString("latin1", 0, tab));
  if (tab === -1 || fields === null) return null;
  const [, mode, , object, size] = fields;
  const path = Buffer.from(line.subarray(tab + 1));
  if (mode === "160000") return { kind: "submodule", path };
  if (mode === "120000") return { kind: "link" };
  return { kind: "file", object: object!, size: Number(size), path };
}

const parts = (path: Buffer): string[] => path.toString("latin1").split("/");

/** Rejects `..`, `.git` and names that other file systems treat differently. */
function isPlain(path: Buffer): boolean {
  const names = parts(path);
  return (
    names.length <= DEEPEST &&
    names.every(
      (name) => name !== "" && name.length <= 255 && !/^\.{1,2}$|^\.git[ .]*$|^git~\d|[\\:\0]/i.test(name),
    )
  );
}

async function* zeroEnded(stream: Readable): AsyncIterable<Buffer> {
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
