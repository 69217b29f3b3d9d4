/** A restore that replaces a data directory renames twice; a process that is killed in between left it to be finished. */
import { existsSync, renameSync } from "node:fs";

/** A verified data directory that is about to take the place of the former one. */
export const verifiedPath = (dataDir: string): string => `${dataDir}.restored`;

/** Puts it in its place, where the former one was moved aside and nothing followed. */
export function finishRestore(dataDir: string): void {
  if (existsSync(dataDir)) return;
  try {
    renameSync(verifiedPath(dataDir), dataDir);
  } catch (error) {
    // There is none, or another process was faster.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
