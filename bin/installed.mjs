#!/usr/bin/env node
// The command line of an installed package (`bin/priorart.mjs` there): everything is built, and nothing is installed.
import { requireNode } from "./node-version.mjs";

try {
  requireNode();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exit(3);
}
const { main } = await import(new URL("../dist/main/main.js", import.meta.url).href);
await main(process.argv.slice(2));
