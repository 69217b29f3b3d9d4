#!/usr/bin/env node
// `npm start`: install, build, load the demo where there is nothing yet, and serve.
import { runBuilt } from "./bootstrap.mjs";

await runBuilt(["start", ...process.argv.slice(2)], {
  announce: (line) => process.stderr.write(`${line}\n`),
});
