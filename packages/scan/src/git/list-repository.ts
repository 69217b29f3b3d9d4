/** Lists the files of a fetched commit whose names are safe and UTF-8. */
import { type GitCall, runGit } from "./run-git.ts";
import { entriesOf, isPlain } from "./tree-entries.ts";

export interface ListLimits {
  /** Entries of the tree that are listed. */
  listedFiles: number;
  /** Files that are kept of them. */
  files: number;
  /** Larger files are left out. */
  fileBytes: number;
}

export interface RepositoryFile {
  path: string;
  /** Hash of the content. */
  object: string;
}

export interface RepositoryListing {
  files: RepositoryFile[];
  /** Whether every file that `keep` accepts is among them. */
  isComplete: boolean;
  /** Omissions, with reasons. */
  leftOut: string[];
}

/** Files of a fetched commit that `keep` accepts; never symbolic links or submodules. */
export async function listRepository(
  call: Omit<GitCall, "args">,
  { revision, keep, limits }: { revision: string; keep(path: string): boolean; limits: ListLimits },
): Promise<RepositoryListing> {
  const files: RepositoryFile[] = [];
  const left = { large: 0, links: 0, submodules: 0, names: 0, over: false, unlisted: false };
  const utf8 = new TextDecoder("utf-8", { fatal: true });
  let listed = 0;
  await runGit({
    ...call,
    args: ["ls-tree", "-r", "-l", "-z", "--full-tree", revision],
    read: async (listing) => {
      for await (const entry of entriesOf(listing)) {
        if (++listed > limits.listedFiles) {
          left.unlisted = true;
          break;
        }
        if (entry.kind === "submodule") left.submodules++;
        else if (entry.kind === "link") left.links++;
        else {
          const path = isPlain(entry.path) ? decoded(entry.path, utf8) : null;
          if (path === null) left.names++;
          else if (!keep(path)) continue;
          else if (entry.size > limits.fileBytes) left.large++;
          else if (files.length === limits.files) left.over = true;
          else files.push({ path, object: entry.object });
        }
      }
    },
  });
  const leftOut = [
    left.unlisted && `only the first ${limits.listedFiles} entries of the repository were listed`,
    left.over && `only the first ${limits.files} files are read: narrow include`,
    left.large > 0 && `${left.large} files larger than ${Math.round(limits.fileBytes / 2 ** 20)} MiB`,
    left.links > 0 && `${left.links} symbolic links`,
    left.submodules > 0 && `${left.submodules} submodules`,
    left.names > 0 && `${left.names} files whose names are unsafe or not UTF-8`,
  ].filter((reason) => reason !== false);
  return { files, isComplete: !left.unlisted && !left.over, leftOut };
}

function decoded(path: Buffer, utf8: { decode(bytes: Buffer): string }): string | null {
  try {
    return utf8.decode(path);
  } catch {
    return null;
  }
}
