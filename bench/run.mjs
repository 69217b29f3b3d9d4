#!/usr/bin/env node
// Makes the bench runnable (its own dependencies, the built product), then starts it.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureBuilt, ensureInstalled, requireNode } from "../bin/bootstrap.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const announce = (line) => process.stderr.write(`${line}\n`);

function run(program, args) {
  const child = spawn(program, args, { cwd: here, stdio: "inherit", shell: program.endsWith(".cmd") });
  // Ctrl-C reaches the child as well; it decides what to do.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  return new Promise((resolve, reject) =>
    child.on("error", reject).on("close", (code) => resolve(code ?? 1)),
  );
}

/** Installs the bench's locked dependencies unless they are there. */
async function installBench() {
  const stamp = join(here, "node_modules", ".bench-install");
  const lock = createHash("sha256")
    .update(readFileSync(join(here, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  announce("Installing the bench's dependencies …");
  // Not `npm ci`: it refuses when a package for another platform is missing from the lock file.
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const code = await run(npm, [
    "install",
    "--no-save",
    "--include=dev",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  if (code !== 0) throw new Error("installing the bench's dependencies failed");
  writeFileSync(stamp, lock);
}

try {
  requireNode();
  await ensureInstalled({ announce });
  await installBench();
  await ensureBuilt({ announce });
  const args = process.argv.slice(2);
  process.exitCode = await run(process.execPath, ["--import", "tsx", "src/main.ts", ...args]);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 3;
}
