/** Writes openapi.json from the table of operations; a test fails when the two differ. */
import { writeFile } from "node:fs/promises";
import { buildOpenApi } from "../src/contract/api/openapi.ts";

await writeFile(new URL("../openapi.json", import.meta.url), `${JSON.stringify(buildOpenApi(), null, 2)}\n`);
