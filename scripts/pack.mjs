#!/usr/bin/env node
/** `npm run pack`: builds when needed, and writes the package `prior-art-VERSION.tgz` into this folder, or the given one. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { ensureBuilt, npmCommand, requireNode } from "../bin/bootstrap.mjs";
import { writePackage } from "./package/write-package.mjs";

const folder = mkdtempSync(join(tmpdir(), "priorart-package-"));
try {
  requireNode();
  await ensureBuilt({ announce: (line) => process.stderr.write(`${line}\n`) });
  writePackage(folder);
  const [program, ...args] = npmCommand([
    "pack",
    "--silent",
    "--pack-destination",
    resolve(process.argv[2] ?? "."),
    folder,
  ]);
  const { status } = spawnSync(program, args, { stdio: "inherit", shell: program.endsWith(".cmd") });
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
