/** The files of the current snapshot, opened together, so that a publish that deletes them meanwhile does no harm. */
import { closeSync, fstatSync, openSync } from "node:fs";
import { join } from "node:path";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, readManifest, segmentFileNames } from "../corpus/manifest.ts";

/** A file of the backup whose contents no longer change. */
export interface OpenedFile {
  /** In the data directory, with `/` between folders. */
  name: string;
  /** File descriptor. */
  fd: number;
  bytes: number;
}

export interface OpenedSnapshot {
  id: string;
  files: OpenedFile[];
}

/** Publishes during the attempts would have to finish faster than files are opened. */
const attempts = 5;

/** Null before the first publish. Throws SegmentError when the snapshot cannot be read. */
export function openSnapshotFiles(dataDir: string): OpenedSnapshot | null {
  for (let attempt = 1; ; attempt++) {
    try {
      return openCurrent(dataDir);
    } catch (error) {
      // Deleted between reading the manifest and opening the file: a newer snapshot is current now.
      if (attempt === attempts) throw error;
    }
  }
}

function openCurrent(dataDir: string): OpenedSnapshot | null {
  const directory = dataDirectory(dataDir);
  const id = currentSnapshot(directory);
  if (id === null) return null;
  const names = [
    ...segmentFileNames(readManifest(directory, id)).map((name) => `segments/${name}`),
    `snapshots/${id}.json`,
  ];
  const files: OpenedFile[] = [];
  try {
    for (const name of names) {
      const fd = openSync(join(dataDir, name), "r");
      files.push({ name, fd, bytes: fstatSync(fd).size });
    }
    return { id, files };
  } catch (error) {
    closeAll(files);
    throw error;
  }
}

export function closeAll(files: readonly OpenedFile[]): void {
  for (const { fd } of files) closeSync(fd);
}
