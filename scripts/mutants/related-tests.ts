/** Which modules import a file, directly or through others, and which test files are among them. */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isTest } from "./source-files.ts";

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

/** Property tests take seconds where others take milliseconds, so they get only the mutants that others left. */
const hasProperties = (test: string) => readFileSync(test, "utf8").includes("fc.assert(");

/**
 * The test files among `dependents`, and under `tests` unless that is empty: those under the mutated paths first,
 * those with property tests last, then by the number of imports between.
 */
export function orderTests(
  dependents: ReadonlyMap<string, number>,
  { mutated, tests }: { mutated: readonly string[]; tests: readonly string[] },
): string[] {
  const isUnder = (paths: readonly string[], test: string) => paths.some((path) => test.startsWith(path));
  const found = [...dependents].filter(
    ([path]) => isTest(path) && (tests.length === 0 || isUnder(tests, path)),
  );
  const ranks = new Map(
    found.map(([test, distance]) => [
      test,
      (isUnder(mutated, test) ? 0 : 2000) + (hasProperties(test) ? 1000 : 0) + distance,
    ]),
  );
  return [...ranks.keys()].sort((a, b) => ranks.get(a)! - ranks.get(b)! || a.localeCompare(b));
}
