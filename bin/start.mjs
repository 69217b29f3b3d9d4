#!/usr/bin/env node
// `npm start`: install, build, load the demo into an empty data directory, and serve.
import { runBuilt } from "./bootstrap.mjs";

await runBuilt(["start", ...process.argv.slice(2)], {
  announce: (line) => process.stderr.write(`${line}\n`),
});
