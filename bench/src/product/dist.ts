/** Loads parts of the product, with the types of its sources. Servers and commands run the build. */
import { realpathSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { compileModules } from "./modules.ts";

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "../../..");

/** The build in use. Chosen once and passed to every stage: a later build must not mix into this run. */
export function builtFolder(): string {
  process.env.BENCH_DIST ??= realpathSync(join(packageRoot, "dist"));
  return process.env.BENCH_DIST;
}

/** Compiles the modules that stages load, inside the checkout: packages that they import are found from there. */
export async function compileProduct(): Promise<void> {
  const folder = join(packageRoot, "bench/data/modules");
  rmSync(folder, { recursive: true, force: true });
  await compileModules(join(packageRoot, "src"), folder);
  process.env.BENCH_MODULES = folder;
}

/**
 * Imports a module of the product by its path in src, such as `search/fusion.js`: the build is one bundle. Tests load the
 * source.
 */
export async function loadBuilt<Module>(path: string): Promise<Module> {
  const folder = process.env.BENCH_MODULES;
  const file = folder ? join(folder, path) : join(packageRoot, "src", path.replace(/\.js$/, ".ts"));
  return (await import(pathToFileURL(file).href)) as Module;
}
