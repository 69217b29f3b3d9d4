/** A restore that replaces a data directory renames twice; a process that is killed in between left it to be finished. */
import { existsSync, lstatSync, readlinkSync, renameSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** A verified data directory that is about to take the place of the former one. */
export const verifiedPath = (dataDir: string): string => `${dataDir}.restored`;

/** Puts it in its place, where the former one was moved aside and nothing followed. */
export function finishRestore(dataDir: string): void {
  if (existsSync(dataDir)) return;
  const place = placeOf(dataDir);
  try {
    renameSync(verifiedPath(place), place);
  } catch (error) {
    // There is none, or another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

/** Where a link leads: what was restored is beside that, not beside the link. */
function placeOf(dataDir: string): string {
  const isLink = lstatSync(dataDir, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? resolve(dirname(dataDir), readlinkSync(dataDir)) : dataDir;
}
