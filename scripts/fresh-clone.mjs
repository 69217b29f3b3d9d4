#!/usr/bin/env node
/**
 * `npm run fresh-clone`: both commands of the README as on a fresh machine: a clone of the last commit, an empty npm
 * cache, and npm 10, the oldest that comes with a supported Node. `--start` runs `npm start` only.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { packageRoot } from "../bin/bootstrap.mjs";

const npmVersion = "10.9.4";
const answerLimitMs = 10 * 60_000;

/** Resolves with the lines by their beginning, once each of them was printed. */
function printedLines(child, beginnings) {
  return new Promise((resolve, reject) => {
    const found = {};
    createInterface({ input: child.stdout }).on("line", (line) => {
      process.stdout.write(`  ${line}\n`);
      const beginning = beginnings.find((one) => line.startsWith(one));
      if (beginning !== undefined) found[beginning] = line;
      if (Object.keys(found).length === beginnings.length) resolve(found);
    });
    child.on("close", (code) =>
      reject(new Error(`npm start ended with ${code} before it had printed all lines`)),
    );
  });
}

/** Stops npm and all that it started. */
async function stop(child) {
  const ended = new Promise((resolve) => child.once("close", resolve));
  process.kill(-child.pid, "SIGINT");
  await ended;
}

async function tryStart(clone, env) {
  const began = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: clone,
    env: { ...env, PRIORART_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  });
  const limit = setTimeout(() => process.kill(-child.pid, "SIGKILL"), answerLimitMs);
  try {
    const lines = await printedLines(child, ["Listening on ", "Token: ", "curl ", "Console: "]);
    const answer = JSON.parse(execFileSync("bash", ["-c", lines["curl "]], { encoding: "utf8" }));
    if (!(answer.results?.length > 0)) throw new Error("the sample request found nothing");
    const console = await fetch(lines["Console: "].replace("Console: ", ""));
    if (console.status !== 200) throw new Error(`the console's link answered ${console.status}`);
    const seconds = Math.round((performance.now() - began) / 1000);
    process.stdout.write(`npm start: a first answer after ${seconds} s\n`);
  } finally {
    clearTimeout(limit);
    await stop(child).catch(() => {});
  }
}

const folder = mkdtempSync(join(tmpdir(), "priorart-fresh-"));
try {
  const [clone, tool] = [join(folder, "clone"), join(folder, "npm")];
  const run = (program, args, options = {}) => execFileSync(program, args, { stdio: "inherit", ...options });
  run("git", ["clone", "--quiet", packageRoot, clone]);
  run("npm", [
    "install",
    "--prefix",
    tool,
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    `npm@${npmVersion}`,
  ]);
  const env = {
    ...process.env,
    PATH: `${join(tool, "node_modules", ".bin")}${delimiter}${process.env.PATH}`,
    npm_config_cache: join(folder, "cache"),
  };
  await tryStart(clone, env);
  if (!process.argv.includes("--start")) run("npm", ["test"], { cwd: clone, env });
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
