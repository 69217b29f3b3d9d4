/** Sources that read the same address: each document would be stored twice. */
import type { CatalogSource } from "../catalog/types.ts";
import { addressOf } from "../contract/records/connector-record.ts";

/** A warning for each pair of such sources. */
export function sharedAddresses(sources: readonly CatalogSource[]): string[] {
  const first = new Map<string, string>();
  return sources.flatMap(({ key, connector }) => {
    if (connector === undefined) return [];
    const address = addressOf(connector);
    const other = first.get(address);
    if (other === undefined) {
      first.set(address, key);
      return [];
    }
    return [
      `the sources ${other} and ${key} read the same address: only the one that has more documents is read. If one is the ` +
        `new name of the other, run priorart rename source OLD NEW; else change or remove the connector of one of them`,
    ];
  });
}
