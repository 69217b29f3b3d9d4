import { type Dirent, lstatSync, opendirSync } from "node:fs";
import type { ScanLimits } from "../limits.ts";
import { type BytePath, joinBytePath, onDisk, shownPath } from "./byte-path.ts";
import type { Omissions } from "./omissions.ts";
import { hasMachineMarker, isInstalledLibrary, isSkippedFolder } from "./skipped-folders.ts";

/** A regular file of the tree, or a library that Foundry installed (a folder that is named but not entered). */
export interface TreeEntry {
  kind: "file" | "library";
  path: BytePath;
  name: BytePath;
  depth: number;
  /** Bytes, as the file system states them; 0 for a library. */
  size: number;
}

interface Folder {
  path: BytePath;
  depth: number;
  /** Whether this is `lib` next to a foundry.toml, or a folder directly in it. */
  foundry: "lib" | "library" | null;
}

/**
 * The files under a folder, the shallow ones first, the names of each folder in byte order.
 *
 * Only folders are opened, after lstat has shown that they are not links: symbolic links, pipes, sockets and devices
 * are recorded as omissions. So nothing outside the root is reached. (Replacing folders by links while the walk runs
 * is not guarded against.)
 *
 * @throws when the root itself cannot be read.
 */
export function* walk(root: string, limits: ScanLimits, omissions: Omissions): Generator<TreeEntry> {
  const folders: Folder[] = [{ path: "", depth: 0, foundry: null }];
  let entriesLeft = limits.maxEntries;
  // Folders are appended as they are found, so the loop is breadth-first.
  for (const [place, folder] of folders.entries()) {
    const names = listNames(root, folder, {
      limit: Math.min(limits.maxFolderEntries, entriesLeft),
      omissions,
    });
    if (names === null) continue;
    entriesLeft -= names.length;
    const present = new Set(names);
    if (folder.path !== "") {
      const shown = shownPath(folder.path);
      if (folder.foundry === "library" && isInstalledLibrary(present)) {
        yield entry("library", folder, 0);
        continue;
      }
      if (present.has(".git")) {
        omissions.add("repositories within the repository not entered", shown);
        continue;
      }
      if (hasMachineMarker(present)) continue;
    }
    for (const name of names) {
      const path = joinBytePath(folder.path, name);
      const kind = kindOf(root, path, omissions);
      if (kind === "folder" && !isSkippedFolder(name)) {
        if (folder.depth >= limits.maxDepth) {
          omissions.add(`folders deeper than ${limits.maxDepth} not entered`, shownPath(path));
        } else {
          folders.push({ path, depth: folder.depth + 1, foundry: foundryRole(folder, name, present) });
        }
      } else if (typeof kind === "number") {
        yield { kind: "file", path, name, depth: folder.depth, size: kind };
      }
    }
    if (entriesLeft <= 0 && place + 1 < folders.length) {
      omissions.add(`the tree has more than ${limits.maxEntries} entries: the rest was not read`);
      return;
    }
  }
}

function entry(kind: TreeEntry["kind"], folder: Folder, size: number): TreeEntry {
  const name = folder.path.slice(folder.path.lastIndexOf("/") + 1);
  return { kind, path: folder.path, name, depth: folder.depth, size };
}

function foundryRole(parent: Folder, name: BytePath, siblings: ReadonlySet<string>): Folder["foundry"] {
  if (name === "lib" && siblings.has("foundry.toml")) return "lib";
  return parent.foundry === "lib" ? "library" : null;
}

/** Streams the names, so that a folder of a million costs no more than the limit. */
function listNames(
  root: string,
  folder: Folder,
  { limit, omissions }: { limit: number; omissions: Omissions },
): BytePath[] | null {
  const names: BytePath[] = [];
  try {
    const stream = opendirSync(onDisk(root, folder.path) as unknown as string, {
      encoding: "latin1",
      bufferSize: 256,
    });
    try {
      for (let found: Dirent | null = stream.readSync(); found !== null; found = stream.readSync()) {
        if (names.length === limit) {
          omissions.add("folders with too many entries, partly read", shownPath(folder.path) || ".");
          break;
        }
        names.push(found.name);
      }
    } finally {
      stream.closeSync();
    }
  } catch (error) {
    if (folder.path === "") throw error;
    omissions.add("folders that could not be read", shownPath(folder.path));
    return null;
  }
  return names.sort();
}

/** The size of a regular file, "folder", or null for anything that is never opened. */
function kindOf(root: string, path: BytePath, omissions: Omissions): number | "folder" | null {
  try {
    const stats = lstatSync(onDisk(root, path));
    if (stats.isFile()) return stats.size;
    if (stats.isDirectory()) return "folder";
    const reason = stats.isSymbolicLink()
      ? "symbolic links not followed"
      : "pipes, sockets and devices not opened";
    omissions.add(reason, shownPath(path));
  } catch {
    omissions.add("files that could not be read", shownPath(path));
  }
  return null;
}
