#!/usr/bin/env node
/** Lint and format, types, import rules, dead code, time of regular expressions: all checks run, two at a time, and every failure is shown. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, packageRoot, requireNode } from "../bin/bootstrap.mjs";

const module = (path) => join(packageRoot, "node_modules", path);
/** What a check keeps of the files that it has read, so that only changed files are checked again. */
const cacheOf = (name) => module(`.cache/${name}`);
const exists = (path) => existsSync(join(packageRoot, path));
const folders = ["src", "web", "bin", "scripts", "test", "bench/src", "packages", "tools"].filter(exists);
const typesOf = (project, name) => [
  module("typescript/bin/tsc"),
  "--noEmit",
  "--pretty",
  "false",
  "--incremental",
  "--tsBuildInfoFile",
  cacheOf(`types/${name}.tsbuildinfo`),
  "-p",
  project,
];

/** Adapters of packages that only the bench installs: without them, their imports have no types. */
const ofUninstalled = exists("bench/node_modules") ? null : /^bench\/src\/contest\/contenders\//;

/** The longest first, so that none is left to run alone at the end. */
const checks = [
  {
    name: "dead code",
    args: [module("knip/bin/knip.js"), "--no-progress", "--cache", "--cache-location", cacheOf("knip")],
  },
  {
    name: "import rules",
    args: [
      "--import",
      "./scripts/parse-pages.mjs",
      module("dependency-cruiser/bin/dependency-cruise.mjs"),
      ...folders,
      "--config",
      ".dependency-cruiser.cjs",
      "--output-type",
      "err-long",
      "--cache",
      cacheOf("import-rules"),
      "--cache-strategy",
      "content",
    ],
  },
  {
    name: "lint and format",
    args: [module("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."],
  },
  { name: "regular expressions", args: ["scripts/check-regex.mjs"] },
  { name: "types", args: typesOf("bench/tsconfig.json", "all"), ignore: ofUninstalled },
  { name: "types of the pages", args: typesOf("web/tsconfig.json", "pages") },
];

/** Runs one check; resolves to true when it passed. Output is shown only for a failure. */
async function passes({ name, args, ignore }) {
  const output = [];
  const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.on("data", (piece) => output.push(piece));
  child.stderr.on("data", (piece) => output.push(piece));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  let shown = Buffer.concat(output).toString("utf8").trimEnd();
  if (ignore)
    shown = shown
      .split("\n")
      .filter((line) => !ignore.test(line))
      .join("\n");
  const passed = code === 0 || (ignore && shown === "");
  process.stdout.write(passed ? `ok      ${name}\n` : `FAILED  ${name}\n${shown}\n\n`);
  return passed;
}

/** Runs all checks; returns the names of those that failed. */
export async function runChecks() {
  const waiting = [...checks];
  const failed = [];
  const work = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      if (!(await passes(check))) failed.push(check.name);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  return failed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode();
  await ensureInstalled();
  if ((await runChecks()).length > 0) process.exitCode = 1;
}
