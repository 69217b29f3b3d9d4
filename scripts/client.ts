/**
 * Writes the generated files of packages/client from the contract; a test fails when they are not current. With
 * `--package`: writes the package for the registry into packages/client/dist instead.
 */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { clientFiles } from "./client/client-files.ts";
import { writePackage } from "./client/write-package.ts";

const folder = new URL("../packages/client/", import.meta.url);
if (process.argv.includes("--package")) await writePackage(fileURLToPath(new URL("dist/", folder)));
else
  for (const [name, text] of Object.entries(clientFiles()))
    await writeFile(new URL(`src/generated/${name}`, folder), text);
