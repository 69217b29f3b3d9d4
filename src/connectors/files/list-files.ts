/** Lists the files of a folder of this machine. Symbolic links are not followed: they could lead out of it. */
import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { SourceFailure } from "../connector.ts";

/** More files and deeper folders than these are left out. */
export const MAX_FILES = 100_000;
const MAX_DEPTH = 40;
/** Longest name of an item, in characters. */
const MAX_ID_LENGTH = 2_000;

export interface Listing {
  /** Paths below the folder with `/` between their parts, sorted. */
  paths: string[];
  /** Whether every file is among them. */
  isComplete: boolean;
  /** What was left out. */
  notes: string[];
}

export interface ListOptions {
  keep(path: string): boolean;
  maxFiles?: number;
  signal: AbortSignal;
}

/** Regular files below `root` that `keep` accepts; hidden files and folders are not listed. */
export async function listFiles(root: string, options: ListOptions): Promise<Listing> {
  const { keep, maxFiles = MAX_FILES, signal } = options;
  const paths: string[] = [];
  const left = { links: 0, names: 0, unreadable: 0, deep: 0, over: false };
  const folders: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
  for (let folder = folders.pop(); folder !== undefined && !left.over; folder = folders.pop()) {
    signal.throwIfAborted();
    const entries = await entriesOf(root, folder.path);
    if (entries === null) left.unreadable++;
    for (const entry of entries ?? []) {
      const path = folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
      if (entry.name.startsWith(".")) continue;
      if (entry.isDirectory()) {
        if (folder.depth === MAX_DEPTH) left.deep++;
        else folders.push({ path, depth: folder.depth + 1 });
      } else if (entry.isSymbolicLink()) left.links++;
      else if (entry.isFile() && keep(path)) {
        if (!isPlainName(path)) left.names++;
        else if (paths.length === maxFiles) left.over = true;
        else paths.push(path);
      }
    }
  }
  return {
    paths: paths.sort(),
    isComplete: left.unreadable === 0 && !left.over,
    notes: notesOn(left, maxFiles),
  };
}

function notesOn(
  left: { links: number; names: number; unreadable: number; deep: number; over: boolean },
  maxFiles: number,
): string[] {
  return [
    left.over && `only the first ${maxFiles.toLocaleString("en")} files were listed: narrow include`,
    left.unreadable > 0 && `${left.unreadable} folders could not be read`,
    left.links > 0 && `${left.links} symbolic links were not followed`,
    left.deep > 0 && `${left.deep} folders nested deeper than ${MAX_DEPTH} levels were left out`,
    left.names > 0 && `${left.names} files whose names are not UTF-8, or too long, were left out`,
  ].filter((note) => note !== false);
}

/** Null when the folder cannot be read; throws SourceFailure when it is the root. */
async function entriesOf(root: string, path: string): Promise<Dirent[] | null> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(join(root, path), { bufferSize: 256 })) entries.push(entry);
    return entries;
  } catch (error) {
    if (path === "")
      throw new SourceFailure(`the folder cannot be read (${(error as NodeJS.ErrnoException).code})`);
    return null;
  }
}

/** Node replaces bytes that are not UTF-8 by U+FFFD, so such a file could not be opened again. */
const isPlainName = (path: string) => path.length <= MAX_ID_LENGTH && !path.includes("\ufffd");
