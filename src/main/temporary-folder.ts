/** Temporary files of a process that may be killed: in a folder of the data directory, which the next one empties. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";

/** What `os.tmpdir()` reads, on all systems. */
const VARIABLES = ["TMPDIR", "TMP", "TEMP"];

/** Of the process that looks at a source before it is declared. */
export const inspectingFolder = ({ dataDir }: Config): string => join(dataDir, "inspecting");

/**
 * Makes this process, its threads and its children put temporary files into the folder, until the returned function is
 * called. No other process may use it at the same time.
 */
export function useTemporaryFolder(folder: string): () => void {
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const before = VARIABLES.map((name) => [name, process.env[name]] as const);
  remove();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of VARIABLES) process.env[name] = folder;
  return () => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    remove();
  };
}
