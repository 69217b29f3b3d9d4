/**
 * Makes a checkout runnable: `npm ci` and a build, each only when the checkout has changed since.
 *
 * Plain JavaScript without dependencies, because it runs before they are installed. Messages go to stderr; stdout
 * belongs to the command that runs afterwards.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withLock } from "./lock.mjs";
import { requireNode, SetupError } from "./node-version.mjs";

export { requireNode };

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");

const SOURCES = ["src", "web", "packages"];
const inRoot = (...path) => join(packageRoot, ...path);

const readOr = (path, fallback) => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return fallback;
  }
};

/** Whether node_modules holds the locked versions: all packages, or the runtime dependencies. */
export function isInstalled({ development }) {
  const wanted = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8")).packages;
  const present = JSON.parse(readOr(inRoot("node_modules", ".package-lock.json"), "{}")).packages ?? {};
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "" || entry.link || entry.optional || (entry.dev && !development)) return true;
    return present[path]?.version === entry.version;
  });
}

/** Runs `npm ci` unless the locked packages are there. Install scripts do not run: see .npmrc. */
export async function ensureInstalled({ development = true, announce = () => {} } = {}) {
  if (isInstalled({ development })) return;
  await withLock(inRoot(".setup.lock"), async () => {
    if (isInstalled({ development })) return;
    announce("Installing dependencies …");
    await runQuietly(
      npmCommand(["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"]),
      "npm ci",
    );
  });
}

/** npm as [program, ...arguments]: the one that started this process when known, else the one on the path. */
export function npmCommand(args) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith("npm-cli.js") && existsSync(cli)) return [process.execPath, cli, ...args];
  return [process.platform === "win32" ? "npm.cmd" : "npm", ...args];
}

/** Paths of all that the build reads, sorted. */
export function buildInputFiles() {
  const settings = ["tsconfig.json", "scripts/build.mjs", "scripts/bundle.mjs", "package-lock.json"];
  const sources = SOURCES.filter((name) => existsSync(inRoot(name))).flatMap((name) =>
    readdirSync(inRoot(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:test\.tsx?|case\.ts|wasm)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !path.split(sep).includes("node_modules")),
  );
  return [...settings.map((name) => inRoot(name)), ...sources.sort()];
}

/** Digest of everything that the build reads: contents, not times, so that two clones of a commit agree. */
export function buildInputs() {
  const hash = createHash("sha256");
  for (const path of buildInputFiles()) {
    const name = relative(packageRoot, path).split(sep).join("/");
    hash.update(name).update("\0").update(readFileSync(path)).update("\0");
  }
  return hash.digest("hex");
}

/** Whether dist was built from the current sources. */
export function isBuilt() {
  // Tests read the kernels from src.
  if (!existsSync(inRoot("src", "search", "kernels", "kernels.wasm"))) return false;
  return readOr(inRoot("dist", ".inputs"), "") === buildInputs();
}

/** Installs and builds unless dist was built from the current sources. */
export async function ensureBuilt({ announce = () => {} } = {}) {
  if (isBuilt()) return;
  await ensureInstalled({ announce });
  announce("Building …");
  await runQuietly([process.execPath, inRoot("scripts", "build.mjs"), "--if-changed"], "The build");
}

/** A change within this time of another may leave the same time behind. */
const TIME_RESOLUTION_MS = 1_000;

/**
 * Digest of the times at which anything changed that decides whether the checkout is ready; null when that is too
 * recent to be certain. Comparing it takes a fraction of the time that comparing contents does.
 */
function changeTimes(now) {
  const hash = createHash("sha256");
  const lists = [inRoot("node_modules", ".package-lock.json"), inRoot("dist", ".inputs")];
  for (const path of [...buildInputFiles(), ...lists]) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat === undefined || stat.ctimeMs > now - TIME_RESOLUTION_MS) return null;
    hash.update(`${path}\0${stat.ctimeMs}\0${stat.ino}\0${stat.size}\0`);
  }
  return hash.digest("hex");
}

/** Installs and builds what running needs, unless nothing has changed since the last time. */
export async function ensureReady({ announce = () => {}, now = Date.now } = {}) {
  const known = inRoot("dist", ".change-times");
  const before = changeTimes(now());
  if (before !== null && readOr(known, "") === before) return;
  await ensureBuilt({ announce });
  await ensureInstalled({ development: false, announce });
  // A change while it was checked is noticed next time.
  if (before !== null && before === changeTimes(now())) {
    try {
      writeFileSync(known, before);
    } catch {
      // A checkout that cannot be written to is compared by contents each time.
    }
  }
}

/** Runs a program; its output is shown only when it fails. */
async function runQuietly([program, ...args], name) {
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
    throw new SetupError(`${name} failed: ${error.message}`);
  });
  if (code === 0) return;
  throw new SetupError(
    `${name} failed (exit code ${code}):\n\n${Buffer.concat(output).toString("utf8").trim()}`,
  );
}

/** Prepares the checkout, then runs `main` of the built program with the given arguments. */
export async function runBuilt(args, { announce = () => {} } = {}) {
  try {
    requireNode();
    await ensureReady({ announce });
  } catch (error) {
    process.stderr.write(`${error instanceof SetupError ? error.message : error.stack}\n`);
    process.exit(3);
  }
  // The real path: a later build repoints the link and must not mix into this process.
  const entry = realpathSync(inRoot("dist", "main", "main.js"));
  const { main } = await import(pathToFileURL(entry).href);
  await main(args);
}
