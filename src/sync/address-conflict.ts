/** Two sources that read the same address would contain every document twice. */
import { addressOf } from "../contract/records/connector-record.ts";
import type { ConnectedSource, SyncOptions } from "./types.ts";

/** Why the source must not be read; null when nothing is wrong. The source that was read first keeps its address. */
export async function addressConflict(
  source: ConnectedSource,
  catalog: SyncOptions["catalog"],
): Promise<string | null> {
  const address = addressOf(source.connector);
  for (const other of await catalog.sources()) {
    if (other.key === source.key || other.connector === undefined) continue;
    if (addressOf(other.connector) !== address) continue;
    const [ours, theirs] = await Promise.all([
      catalog.sync.countDocuments(source.key),
      catalog.sync.countDocuments(other.key),
    ]);
    if (theirs > ours || (theirs === ours && other.key < source.key))
      return (
        `the source ${other.key} reads the same address: if ${source.key} is its new name, run ` +
        `priorart rename source ${other.key} ${source.key}; else change or remove the connector of one of them`
      );
  }
  return null;
}
