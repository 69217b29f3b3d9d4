/**
 * Publishes a snapshot as one server, or copies it as another, and stops for good after a number of transfers; the tests
 * kill it. Arguments: folder, `publish` or `install`, number of transfers.
 */
import { join } from "node:path";
import { createFolderStore } from "../../src/snapshots/folder-store.ts";
import { openServers } from "../../src/snapshots/server.case.ts";
import type { SnapshotStore } from "../../src/snapshots/store.ts";

const [folder, what, transfers] = process.argv.slice(2);
let left = Number(transfers);

async function transferred(): Promise<void> {
  if (--left > 0) return;
  process.stdout.write("stopped\n");
  await new Promise(() => setInterval(() => {}, 1_000));
}

const store = createFolderStore(join(folder!, "store"));
const counted: SnapshotStore = {
  ...store,
  put: (...given) => store.put(...given).then(transferred),
  fetch: (...given) => store.fetch(...given).then(transferred),
  remove: (...given) => store.remove(...given).then(transferred),
};
const servers = await openServers(folder);
const [first, second] = [servers.add(counted), servers.add(counted)];
if (what === "publish") {
  await first.shared.install();
  await first.publish("000002");
} else await second.shared.install();
await servers.close();
process.stdout.write("done\n");
