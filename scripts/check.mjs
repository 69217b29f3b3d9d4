#!/usr/bin/env node
/** Lint and format, types, import rules, dead code: every check runs, and every failure is shown. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, packageRoot, requireNode } from "../bin/bootstrap.mjs";

const module = (path) => join(packageRoot, "node_modules", path);
const folders = ["src", "web", "bin", "scripts", "test"].filter((name) =>
  existsSync(join(packageRoot, name)),
);

const checks = [
  {
    name: "lint and format",
    args: [module("@biomejs/biome/bin/biome"), "check", "--error-on-warnings", "."],
  },
  { name: "types", args: [module("typescript/bin/tsc"), "--noEmit", "-p", "tsconfig.json"] },
  {
    name: "types of the pages",
    args: [module("typescript/bin/tsc"), "--noEmit", "-p", "web/tsconfig.json"],
  },
  {
    name: "import rules",
    args: [
      "--import",
      "./scripts/parse-tsx.mjs",
      module("dependency-cruiser/bin/dependency-cruise.mjs"),
      ...folders,
      "--config",
      ".dependency-cruiser.cjs",
      "--output-type",
      "err-long",
    ],
  },
  { name: "dead code", args: [module("knip/bin/knip.js"), "--no-progress"] },
];

/** Runs one check; resolves to true when it passed. Output is shown only for a failure. */
async function passes({ name, args }) {
  const output = [];
  const child = spawn(process.execPath, args, { cwd: packageRoot, stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.on("data", (piece) => output.push(piece));
  child.stderr.on("data", (piece) => output.push(piece));
  const code = await new Promise((resolve, reject) => child.on("error", reject).on("close", resolve));
  if (code === 0) process.stdout.write(`ok      ${name}\n`);
  else process.stdout.write(`FAILED  ${name}\n${Buffer.concat(output).toString("utf8").trimEnd()}\n\n`);
  return code === 0;
}

/** Runs all checks; returns the names of those that failed. */
export async function runChecks() {
  const failed = [];
  for (const check of checks) if (!(await passes(check))) failed.push(check.name);
  return failed;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    requireNode();
    await ensureInstalled();
    process.exitCode = (await runChecks()).length === 0 ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 3;
  }
}
