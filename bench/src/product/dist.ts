/** Loads parts of the built product, with the types of its sources: the bench measures the code that runs. */
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The build in use. Chosen once and passed to every stage: a later build must not mix into this run. */
export function builtFolder(): string {
  process.env.BENCH_DIST ??= realpathSync(join(packageRoot, "dist"));
  return process.env.BENCH_DIST;
}

/** Imports a built module, such as `search/fusion.js`. */
export async function loadBuilt<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(join(builtFolder(), path)).href)) as Module;
}
