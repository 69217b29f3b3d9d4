#!/usr/bin/env node
// The command line: `priorart COMMAND`, or `npm run priorart -- COMMAND` in a checkout. Installs and builds silently if needed.
import { runBuilt } from "./bootstrap.mjs";

await runBuilt(process.argv.slice(2));
