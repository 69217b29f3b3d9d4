#!/usr/bin/env node
/**
 * Builds src into a directory of its own and points `dist` at it in one step, so that a process started from
 * an older build keeps running on the files it started with.
 *
 * 1. AssemblyScript kernels → WebAssembly, beside their loader.
 * 2. TypeScript → JavaScript.
 * 3. Everything else under src that the program reads at run time, copied beside.
 * 4. web → the console's pages, in the folder `web` beside.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { buildInputs, ensureInstalled, packageRoot, requireNode } from "../bin/bootstrap.mjs";
import { withLock } from "../bin/lock.mjs";

const KERNEL_SOURCE = "src/search/kernels/assembly/index.ts";
const KERNEL_OUTPUT = "src/search/kernels/kernels.wasm";
const ASSETS = new Set([".wasm", ".yaml", ".yml", ".sql", ".html", ".css", ".js", ".json"]);
const BUILD_PREFIX = ".dist-";
const BUILDS_KEPT = 2;

const bin = (name) => join(packageRoot, "node_modules", name);

async function run(script, args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: packageRoot, stdio: "inherit" });
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code !== 0) throw new Error(`${basename(script)} failed with exit code ${code}`);
}

/** Compiles the kernels unless the file there is newer than every source it is made from. */
async function buildKernels() {
  const source = join(packageRoot, KERNEL_SOURCE);
  const output = join(packageRoot, KERNEL_OUTPUT);
  if (!existsSync(source)) return;
  const sources = readdirSync(dirname(source)).map((name) => join(dirname(source), name));
  const newest = Math.max(...sources.map((path) => statSync(path).mtimeMs));
  if (existsSync(output) && statSync(output).mtimeMs > newest) return;
  const partial = `${output.slice(0, -".wasm".length)}.partial.wasm`;
  await run(bin("assemblyscript/bin/asc.js"), [
    KERNEL_SOURCE,
    "--outFile",
    relative(packageRoot, partial),
    "-O3",
    "--runtime",
    "stub",
    "--noAssert",
    "--enable",
    "simd",
    "--enable",
    "threads",
    "--importMemory",
    "--sharedMemory",
    "--initialMemory",
    "1",
    "--maximumMemory",
    "65536",
  ]);
  renameSync(partial, output);
}

async function compile(target) {
  await run(bin("typescript/bin/tsc"), ["-p", "tsconfig.build.json", "--outDir", target]);
}

/** The console's pages. Vite empties and fills the folder, and touches nothing else. */
async function buildPages(target) {
  if (!existsSync(join(packageRoot, "web"))) return;
  await run(bin("vite/bin/vite.js"), [
    "build",
    "web",
    "--outDir",
    join(target, "web"),
    "--emptyOutDir",
    "--logLevel",
    "warn",
  ]);
}

function copyAssets(target) {
  cpSync(join(packageRoot, "src"), target, {
    recursive: true,
    filter: (path) => {
      if (statSync(path).isDirectory()) return basename(path) !== "assembly";
      return ASSETS.has(path.slice(path.lastIndexOf("."))) && !path.endsWith(".partial.wasm");
    },
  });
}

/** Points `dist` at the finished build by one rename. */
function publishBuild(target) {
  const dist = join(packageRoot, "dist");
  if (existsSync(dist) && !lstatSync(dist).isSymbolicLink()) rmSync(dist, { recursive: true });
  const link = join(packageRoot, `${BUILD_PREFIX}link-${process.pid}`);
  rmSync(link, { force: true });
  if (process.platform === "win32") {
    // A junction needs an absolute target, and Windows does not rename over one.
    rmSync(dist, { force: true, recursive: true });
    symlinkSync(target, dist, "junction");
    return;
  }
  symlinkSync(basename(target), link);
  renameSync(link, dist);
}

/** Older builds go, but for the one before: processes started from it may still load parts of it. */
function removeOldBuilds() {
  const current = basename(readlinkSync(join(packageRoot, "dist")));
  const builds = readdirSync(packageRoot)
    .filter((name) => name.startsWith(BUILD_PREFIX) && name !== current)
    .map((name) => ({ path: join(packageRoot, name), time: lstatSync(join(packageRoot, name)).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { path } of builds.slice(BUILDS_KEPT - 1)) rmSync(path, { recursive: true, force: true });
}

async function build() {
  const inputs = buildInputs();
  const target = join(packageRoot, `${BUILD_PREFIX}${inputs.slice(0, 12)}-${process.pid}`);
  mkdirSync(target, { recursive: true });
  try {
    await buildKernels();
    await Promise.all([compile(target), buildPages(target)]);
    copyAssets(target);
    writeFileSync(join(target, ".inputs"), inputs);
    publishBuild(target);
  } catch (error) {
    rmSync(target, { recursive: true, force: true });
    throw error;
  }
  removeOldBuilds();
}

try {
  requireNode();
  if (process.argv.includes("--locked")) await build();
  else {
    await ensureInstalled();
    await withLock(join(packageRoot, ".build.lock"), build);
  }
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
