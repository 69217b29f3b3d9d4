/** Files of this machine as an open source: one item for each file. */
import { realpath, stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type ConnectorContext, type Content, type OpenSource, SourceFailure } from "../connector.ts";
import type { Format } from "../formats/format.ts";
import { linkTo } from "../link-template.ts";
import { type PathPatterns, pathFilter } from "../path-patterns.ts";
import { type Listing, listFiles } from "./list-files.ts";
import { type LocalFile, readFile, versionOf } from "./read-file.ts";

/** Largest file that is read whole, in bytes. */
const MAX_FILE_BYTES = 128 * 2 ** 20;

const LOOKED_AT_ONCE = 200;

export interface LocalFilesOptions extends PathPatterns {
  /** A folder, or one file, to which the patterns do not apply. */
  path: string;
  /** Null: not a file of this source. */
  formatOf(path: string): Format | null;
  /** Template of links to the files. */
  link?: string;
  hintsOf?(path: string): Content["hints"];
  maxFiles?: number;
}

/** Ids are paths below the folder. Throws SourceFailure when the folder or file cannot be read. */
export async function openLocalFiles(
  options: LocalFilesOptions,
  { signal }: Pick<ConnectorContext, "signal">,
): Promise<OpenSource> {
  const { link, hintsOf } = options;
  const isIncluded = (path: string) => options.formatOf(path) !== null;
  const { root, list } = await resolveFiles({ ...options, isIncluded }, signal);
  const fileOf = (id: string): LocalFile => ({ root, path: id });
  let listing: Listing | null = null;
  return {
    async *items() {
      listing = await list();
      for (let start = 0; start < listing.paths.length; start += LOOKED_AT_ONCE) {
        signal.throwIfAborted();
        const paths = listing.paths.slice(start, start + LOOKED_AT_ONCE);
        const versions = await Promise.all(paths.map((path) => versionOf(fileOf(path))));
        for (const [i, id] of paths.entries()) yield { id, version: versions[i]! };
      }
    },
    async fetch({ id }) {
      signal.throwIfAborted();
      const format = options.formatOf(id);
      if (format === null) return { outcome: "skipped", reason: "its extension is not one that is read" };
      const bytes = await readFile(fileOf(id), MAX_FILE_BYTES);
      if (bytes === null) return { outcome: "gone" };
      const hints = { ...hintsOf?.(id), ...(link && { url: linkTo(link, { path: id }) }) };
      return { outcome: "read", content: { format, bytes, name: id, hints } };
    },
    listsAll: () => listing?.isComplete ?? false,
    state: () => null,
    notes: () => listing?.notes ?? [],
    close: async () => {},
  };
}

export interface FilesOptions extends PathPatterns {
  /** A folder, or one file, to which the patterns do not apply. */
  path: string;
  isIncluded(path: string): boolean;
  maxFiles?: number;
}

/**
 * The folder of files that patterns select, without symbolic links: a path that the operator wrote may be one. Throws
 * SourceFailure.
 */
export async function resolveFiles(
  options: FilesOptions,
  signal: AbortSignal,
): Promise<{ root: string; list(): Promise<Listing> }> {
  try {
    const real = await realpath(options.path);
    const found = await stat(real);
    if (found.isFile()) {
      const paths = [basename(real)];
      return { root: dirname(real), list: async () => ({ paths, isComplete: true, notes: [] }) };
    }
    const isChosen = pathFilter(options);
    const keep = (path: string) => options.isIncluded(path) && isChosen(path);
    if (found.isDirectory())
      return { root: real, list: () => listFiles(real, { keep, maxFiles: options.maxFiles, signal }) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SourceFailure(
      code === "ENOENT"
        ? "the path does not exist: check it, and whether its disk is mounted"
        : `the path cannot be read (${code})`,
    );
  }
  throw new SourceFailure("the path is neither a folder nor a file");
}
