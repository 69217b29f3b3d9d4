#!/usr/bin/env node
/** For unit tests: bundles the entry of a thread, given by its path, into one file, and prints that file's path. */
import { mkdirSync, renameSync } from "node:fs";
import { join, relative } from "node:path";
import { packageRoot } from "../bin/bootstrap.mjs";
import { bundleThread } from "./bundle.mjs";

const [entry] = process.argv.slice(2);
const folder = join(packageRoot, "node_modules", ".cache", "threads");
const file = join(folder, relative(packageRoot, entry).replaceAll(/[\\/]/g, "-").replace(/\.ts$/, ".js"));
const partial = `${file}.${process.pid}`;
mkdirSync(folder, { recursive: true });
await bundleThread({ root: packageRoot, entry, file: partial });
renameSync(partial, file);
process.stdout.write(file);
