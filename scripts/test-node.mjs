#!/usr/bin/env node
/**
 * `npm run test:node -- 24`: unit and acceptance tests on another version of Node, taken from the package that carries
 * its binary for this platform and kept in node_modules/.cache. Further arguments go to vitest.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { packageRoot } from "../bin/bootstrap.mjs";

const [major, ...args] = process.argv.slice(2);
if (!/^\d+$/.test(major ?? "")) {
  process.stderr.write("Name a major version of Node: npm run test:node -- 24\n");
  process.exit(2);
}
const carrier = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const cache = join(packageRoot, "node_modules", ".cache", `node-${major}`);
const binary = join(
  cache,
  "node_modules",
  carrier,
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

const run = (program, options, env = process.env) =>
  spawnSync(program, options, { cwd: packageRoot, env, stdio: "inherit", shell: program.endsWith(".cmd") })
    .status ?? 1;

if (!existsSync(binary)) {
  mkdirSync(cache, { recursive: true });
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const options = ["--prefix", cache, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  if (run(npm, ["install", ...options, `${carrier}@${major}`]) !== 0) {
    process.stderr.write(
      `${carrier}@${major} could not be installed: is there such a version for this platform?\n`,
    );
    process.exit(3);
  }
}
run(binary, ["--version"]);
const env = { ...process.env, PATH: `${dirname(binary)}${delimiter}${process.env.PATH}` };
const projects = ["--project", "unit", "--project", "acceptance"];
process.exitCode = run(binary, [join("scripts", "test.mjs"), "--no-check", ...projects, ...args], env);
