// Runs the command line of the build that the bench has settled on.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { main } = await import(pathToFileURL(join(process.env.BENCH_DIST, "main/main.js")).href);
await main(process.argv.slice(2));
