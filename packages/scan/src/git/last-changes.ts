/** Which commit touched a file last, from the recent history without the contents of files. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import type { CheckedAddress } from "./checked-address.ts";
import { oneLine } from "./clone-failure.ts";
import { fetchCommit } from "./fetch-commit.ts";
import { runGit } from "./run-git.ts";
import { zeroEnded } from "./tree-entries.ts";

export interface Change {
  author: string;
  /** ISO 8601. */
  date: string;
}

export interface HistoryLimits {
  /** Newest commits that are read. */
  commits: number;
  packBytes: number;
  /** Names of changed files that are read. */
  names: number;
}

export interface HistoryRequest extends CheckedAddress {
  ref: string;
  /** For a bare repository of its own: what it lacks does not damage the other. */
  folder: string;
  home: string;
  limits: HistoryLimits;
  signal: AbortSignal;
}

/**
 * The newest commit that touched a file, for files that the newest `commits` commits touched, by path. A server that
 * cannot leave contents out sends them too, up to `packBytes`. Throws as `fetchCommit` does.
 */
export async function lastChanges({ limits, ...request }: HistoryRequest): Promise<Map<string, Change>> {
  const { folder, home, signal } = request;
  const revision = await fetchCommit({ ...request, limits, depth: limits.commits, filter: "blob:none" });
  // Compared with nothing, a commit whose parent was not fetched seems to touch every file.
  const boundaries = new Set((await readFile(join(folder, "shallow"), "utf8").catch(() => "")).split("\n"));
  let changes = new Map<string, Change>();
  await runGit({
    protocols: [],
    cwd: folder,
    home,
    signal,
    args: ["log", "-z", "--no-renames", "--name-only", "--format=%x01%H%x00%an%x00%aI", revision, "--"],
    read: async (stdout) => {
      changes = await parseLog(stdout, boundaries, limits.names);
    },
  });
  return changes;
}

/** For each commit `\x01<id>`, author and date, then `\n` and the names. */
async function parseLog(
  stdout: Readable,
  boundaries: ReadonlySet<string>,
  most: number,
): Promise<Map<string, Change>> {
  const changes = new Map<string, Change>();
  let header: string[] = [];
  let left = most;
  for await (const piece of zeroEnded(stdout)) {
    const text = piece.toString("utf8");
    const commit = /^\n?\x01([0-9a-f]{40,64})$/.exec(text)?.[1];
    if (commit !== undefined) header = [commit];
    else if (header.length < 3) header.push(oneLine(text));
    else if (left-- === 0) break;
    else {
      const path = text.replace(/^\n/, "");
      const [id, author, date] = header as [string, string, string];
      if (!boundaries.has(id) && !changes.has(path)) changes.set(path, { author, date: inUtc(date) });
    }
  }
  return changes;
}

/** Versions of git write UTC as `+00:00` or as `Z`. */
export const inUtc = (date: string): string => date.replace(/\+00:00$/, "Z");
