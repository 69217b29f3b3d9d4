/** Finds the source and test files of a run. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "./arguments.ts";

/** All files below a folder, or the file itself; `path` and the results are absolute. */
export function filesUnder(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) throw new UsageError(`${path} does not exist`);
  if (stat.isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

export const isTest = (path: string): boolean => path.endsWith(".test.ts");

/** Code of the program: no tests and their fixtures, no declarations, no AssemblyScript. */
export function isMutable(path: string): boolean {
  return path.endsWith(".ts") && !/\.(?:test|case|d)\.ts$/.test(path) && !path.includes("/kernels/assembly/");
}
