/** Loads parts of the product, with the types of its sources. Servers and commands run the build. */
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The build in use. Chosen once and passed to every stage: a later build must not mix into this run. */
export function builtFolder(): string {
  process.env.BENCH_DIST ??= realpathSync(join(packageRoot, "dist"));
  return process.env.BENCH_DIST;
}

/** Imports a module of the product by its path in src, such as `search/fusion.js`: the build is one bundle. */
export async function loadBuilt<Module>(path: string): Promise<Module> {
  const source = join(packageRoot, "src", path.replace(/\.js$/, ".ts"));
  return (await import(pathToFileURL(source).href)) as Module;
}
