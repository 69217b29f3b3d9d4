#!/usr/bin/env node
/**
 * Builds into a new folder and then points `dist` at it, so that a process started from the build before keeps the
 * files it started with. `--if-changed`: only when dist was not built from the present sources. Types are not
 * checked here: `npm run check` does.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { buildInputs, ensureInstalled, isBuilt, packageRoot, requireNode } from "../bin/bootstrap.mjs";
import { withLock } from "../bin/lock.mjs";
import { bundle, SOURCES } from "./bundle.mjs";

const ASSETS = new Set([".bin", ".wasm", ".yaml", ".yml", ".sql", ".html", ".css", ".js", ".json"]);
const BUILD_PREFIX = ".dist-";

const inRoot = (...path) => join(packageRoot, ...path);
const installed = (...path) => inRoot("node_modules", ...path);

async function run(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: packageRoot, stdio: "inherit" });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Error(`${basename(script)} failed with exit code ${code}`);
}

/** AssemblyScript to WebAssembly, beside its loader in src, where the tests read it too. */
async function buildKernels() {
  const source = inRoot("src/search/kernels/assembly/index.ts");
  const output = inRoot("src/search/kernels/kernels.wasm");
  const newest = Math.max(
    ...readdirSync(dirname(source)).map((name) => statSync(join(dirname(source), name)).mtimeMs),
  );
  if ((statSync(output, { throwIfNoEntry: false })?.mtimeMs ?? 0) > newest) return;
  const partial = inRoot("src/search/kernels/.partial.wasm");
  const optimised = ["-O3", "--runtime", "stub", "--noAssert", "--enable", "simd", "--enable", "threads"];
  const memory = ["--importMemory", "--sharedMemory", "--initialMemory", "1", "--maximumMemory", "65536"];
  await run(installed("assemblyscript/bin/asc.js"), [source, "--outFile", partial, ...optimised, ...memory]);
  renameSync(partial, output);
}

/** The pages. */
async function buildPages(target) {
  const options = ["--outDir", join(target, "web"), "--emptyOutDir", "--logLevel", "warn"];
  await run(installed("vite/bin/vite.js"), ["build", "web", ...options]);
}

/** Sources that are read at run time; YAML becomes JSON, which is YAML too and parsed in a hundredth of the time. */
async function copyAssets(source, target) {
  const { parse } = await import("yaml");
  for (const entry of readdirSync(source, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !ASSETS.has(extname(path))) continue;
    const copy = join(target, relative(source, path));
    if (extname(path) === ".yaml") {
      mkdirSync(dirname(copy), { recursive: true });
      writeFileSync(copy, JSON.stringify(parse(readFileSync(path, "utf8"))));
    } else cpSync(path, copy);
  }
}

/** Points `dist` at the finished build and removes all builds but it and the one before. */
function activate(target) {
  const dist = inRoot("dist");
  const before = lstatSync(dist, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(dist) : "";
  if (before === "" || process.platform === "win32") rmSync(dist, { recursive: true, force: true });
  const link = process.platform === "win32" ? dist : `${target}.link`;
  symlinkSync(basename(target), link, "junction");
  if (link !== dist) renameSync(link, dist);
  const kept = [basename(target), basename(before)];
  for (const name of readdirSync(packageRoot))
    if (name.startsWith(BUILD_PREFIX) && !kept.includes(name))
      rmSync(inRoot(name), { recursive: true, force: true });
}

async function build() {
  if (process.argv.includes("--if-changed") && isBuilt()) return;
  const inputs = buildInputs();
  const target = inRoot(`${BUILD_PREFIX}${inputs.slice(0, 12)}-${process.pid}`);
  mkdirSync(target);
  try {
    await buildKernels();
    await Promise.all([bundle(packageRoot, target), buildPages(target)]);
    for (const [source, place] of Object.entries(SOURCES))
      await copyAssets(inRoot(source), join(target, place));
    writeFileSync(join(target, ".inputs"), inputs);
    activate(target);
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
}

try {
  requireNode();
  await ensureInstalled();
  await withLock(inRoot(".setup.lock"), build);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
