/** A process that holds the lock of an import until it is killed. */
import { importLocks } from "../main/database.ts";
import { importLocksIn, openImportHolder } from "./import-holder.ts";

const storage = JSON.parse(process.argv[2]!);
const holder = await openImportHolder(importLocks(storage) ?? importLocksIn(storage.dataDir));
process.stdout.write(`${holder.id}\n`);
setInterval(() => {}, 1_000);
