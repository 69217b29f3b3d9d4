/** Selects the files of a commit that are written for the scanner, from the listing, before anything is unpacked. */
import type { Readable } from "node:stream";
import { isSkippedFolder } from "../tree/skipped-folders.ts";
import type { CloneLimits } from "./clone-limits.ts";
import { entriesOf, isPlain, parts, type TreeFile } from "./tree-entries.ts";

export interface ChosenFiles {
  files: TreeFile[];
  /** Paths of submodules: not fetched, but an empty folder shows them to the scanner. */
  submodules: Buffer[];
  /** Omissions with reasons, as text. */
  leftOut: string[];
}

/** At most this many empty folders are created. */
const MAX_SUBMODULES = 1_000;

/** Reads `git ls-tree -r -l -z`; stops reading at the limit of listed files. */
export async function chooseFiles(listing: Readable, limits: CloneLimits): Promise<ChosenFiles> {
  const found: TreeFile[] = [];
  const submodules: Buffer[] = [];
  const left = { large: 0, links: 0, submodules: 0, names: 0, unlisted: false };
  let listed = 0;
  for await (const entry of entriesOf(listing)) {
    if (++listed > limits.listedFiles) {
      left.unlisted = true;
      break;
    }
    if (entry.kind === "submodule") {
      if (left.submodules++ < MAX_SUBMODULES && isPlain(entry.path)) submodules.push(entry.path);
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
