/**
 * Makes a checkout runnable: right Node, dependencies installed, sources built.
 *
 * Plain JavaScript without dependencies, because nothing else can be relied on yet. Whatever it has to say
 * goes to stderr; stdout belongs to the command that runs afterwards.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withLock } from "./lock.mjs";

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");

const MINIMUM_NODE = [20, 19];
const INSTALL_STAMP = join(packageRoot, "node_modules", ".priorart-install");

export class SetupError extends Error {}

/** Throws a SetupError when the running Node is older than package.json allows. */
export function requireNode(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  if (major > MINIMUM_NODE[0] || (major === MINIMUM_NODE[0] && minor >= MINIMUM_NODE[1])) return;
  throw new SetupError(
    `Prior Art needs Node ${MINIMUM_NODE.join(".")} or newer; this is Node ${version}. Install a current Node from https://nodejs.org and try again.`,
  );
}

const sha256 = (parts) => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("hex");
};

const readOr = (path, fallback) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return fallback;
  }
};

// ---------------------------------------------------------------- install

/** What node_modules must hold: the lock file, and the platform that its prebuilt packages are for. */
function wantedInstall() {
  return sha256([readFileSync(join(packageRoot, "package-lock.json")), process.platform, process.arch]);
}

/** True when somebody ran `npm ci` or `npm install` by hand and the result matches the lock file. */
function installedByHand() {
  const hidden = readOr(join(packageRoot, "node_modules", ".package-lock.json"), null);
  if (hidden === null) return false;
  const wanted = JSON.parse(readFileSync(join(packageRoot, "package-lock.json"), "utf8")).packages;
  const present = JSON.parse(hidden).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link) return true;
    const here = present[path];
    if (here === undefined || !existsSync(join(packageRoot, path))) return entry.optional === true;
    return here.version === entry.version;
  });
}

function installIsCurrent() {
  if (!existsSync(join(packageRoot, "package-lock.json"))) return true; // installed as a package: nothing to do
  const wanted = wantedInstall();
  if (readOr(INSTALL_STAMP, "") === wanted) return true;
  if (!installedByHand()) return false;
  writeFileSync(INSTALL_STAMP, wanted);
  return true;
}

/** Installs the locked dependencies, development ones included (the build needs them), unless they are there. */
export async function ensureInstalled({ announce = () => {} } = {}) {
  if (installIsCurrent()) return;
  await withLock(join(packageRoot, ".build.lock"), async () => {
    if (installIsCurrent()) return;
    announce("Installing dependencies (first run, or they changed) …");
    await runQuietly(
      npmCommand(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]),
      "Installing the dependencies failed",
    );
    writeFileSync(INSTALL_STAMP, wantedInstall());
  });
}

/** npm as [program, ...arguments]: the one that started us when known, else the one on the path. */
function npmCommand(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith("npm-cli.js") && existsSync(cli)) return [process.execPath, cli, ...args];
  return [process.platform === "win32" ? "npm.cmd" : "npm", ...args];
}

// ---------------------------------------------------------------- build

function* filesUnder(directory) {
  const entries = readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesUnder(path);
    else yield path;
  }
}

const entersTheBuild = (path) => !/\.(test|case)\.ts$/.test(path) && !path.endsWith(".wasm");

/** A digest of everything the build reads: contents, not times, so that a fresh clone of the same commit agrees. */
export function buildInputs() {
  const settings = ["tsconfig.json", "tsconfig.build.json", "scripts/build.mjs", "package-lock.json"];
  const files = [
    ...settings.map((name) => join(packageRoot, name)),
    ...["src", "web"].flatMap((name) => [...filesUnder(join(packageRoot, name))]).filter(entersTheBuild),
  ];
  return sha256(
    files.flatMap((path) => [relative(packageRoot, path).split(sep).join("/"), readFileSync(path)]),
  );
}

const KERNELS = join(packageRoot, "src", "search", "kernels");

function buildIsCurrent() {
  if (!existsSync(join(packageRoot, "src"))) return existsSync(join(packageRoot, "dist", "main", "main.js"));
  // The tests read the kernels from src, so they count as part of the build.
  if (existsSync(join(KERNELS, "assembly", "index.ts")) && !existsSync(join(KERNELS, "kernels.wasm")))
    return false;
  return readOr(join(packageRoot, "dist", ".inputs"), "") === buildInputs();
}

/** Builds into dist unless dist is what the present sources give. */
export async function ensureBuilt({ announce = () => {}, force = false } = {}) {
  if (!force && buildIsCurrent()) return;
  await withLock(join(packageRoot, ".build.lock"), async () => {
    if (!force && buildIsCurrent()) return;
    announce("Building …");
    await runQuietly(
      [process.execPath, join(packageRoot, "scripts", "build.mjs"), "--locked"],
      "The build failed",
    );
  });
}

/** Runs a program with its output held back; shows it only when the program fails. */
async function runQuietly([program, ...args], failure) {
  const output = [];
  const code = await new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: packageRoot,
      stdio: ["ignore", "pipe", "pipe"],
      shell: program.endsWith(".cmd"),
    });
    child.stdout.on("data", (piece) => output.push(piece));
    child.stderr.on("data", (piece) => output.push(piece));
    child.on("error", reject);
    child.on("close", resolve);
  }).catch((error) => {
    throw new SetupError(`${failure}: ${error.message}`);
  });
  if (code === 0) return;
  throw new SetupError(`${failure} (exit code ${code}):\n\n${Buffer.concat(output).toString("utf8").trim()}`);
}

// ---------------------------------------------------------------- run

/** Prepares the checkout, then runs `main` of the built program with the given arguments. */
export async function runBuilt(args, { announce = () => {} } = {}) {
  try {
    requireNode();
    await ensureInstalled({ announce });
    await ensureBuilt({ announce });
  } catch (error) {
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exit(3);
  }
  // The real path, so that a later build, which only repoints the link, never mixes into this process.
  const entry = realpathSync(join(packageRoot, "dist", "main", "main.js"));
  const { main } = await import(pathToFileURL(entry).href);
  await main(args);
}
