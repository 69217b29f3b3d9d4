/** Which modules import a file, directly or through others, and which test files are among them. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

const IMPORT = /(?:from|import|import\()\s*"(\.{1,2}\/[^"]+)"/g;

/** Absolute path of each module → those that import it. */
function importersOf(paths: readonly string[]): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const path of paths)
    for (const [, specifier] of readFileSync(path, "utf8").matchAll(IMPORT)) {
      const imported = resolve(dirname(path), specifier as string);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  return importers;
}

/** Modules that import one of `paths`, those themselves included, by the number of imports between. */
export function dependentsOf(paths: readonly string[], modules: readonly string[]): Map<string, number> {
  const importers = importersOf(modules);
  const distances = new Map(paths.map((path) => [path, 0]));
  for (const [path, distance] of distances)
    for (const importer of importers.get(path) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
