/** Publishes the data directory of its argument and prints every step; the tests kill it. */
import { join } from "node:path";
import { openCatalog } from "../../src/catalog/catalog.ts";
import { publish } from "../../src/publish/publish.ts";

const dataDir = process.argv[2]!;
const catalog = await openCatalog(join(dataDir, "catalog.db"));
const report = await publish({
  dataDir,
  catalog,
  onProgress: ({ step, done }) => process.stdout.write(`${step} ${done}\n`),
});
await catalog.close();
process.stdout.write(`published ${report.snapshot}\n`);
