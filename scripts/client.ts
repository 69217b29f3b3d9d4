/** Writes the generated files of packages/client from the contract; a test fails when they are not current. */
import { writeFile } from "node:fs/promises";
import { clientFiles } from "./client/client-files.ts";

const folder = new URL("../packages/client/src/generated/", import.meta.url);
for (const [name, text] of Object.entries(clientFiles())) await writeFile(new URL(name, folder), text);
