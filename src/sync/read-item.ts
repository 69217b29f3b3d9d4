/** Fetches and parses one item. */
import type { SourceItem } from "../catalog/sync/items.ts";
import type { CatalogDocument } from "../catalog/types.ts";
import type { Item, OpenSource, Validators } from "../connectors/connector.ts";
import { toDocument } from "./to-document.ts";
import type { SyncOptions } from "./types.ts";

/** Of an address that was never read: the operator mistyped it. */
export const NOT_THERE = "the address does not exist";

export type ItemResult =
  | { outcome: "unchanged" }
  | { outcome: "gone" }
  /** `documents` is empty when the item contains no text. */
  | { outcome: "read"; documents: CatalogDocument[]; validators: Validators | null };

/** `source` is its key, `idKey` the first one it had. Throws what the connector and the parser throw. */
export async function readItem(
  open: OpenSource,
  item: Item,
  {
    source,
    idKey,
    known,
    parse,
    force,
  }: Pick<SyncOptions, "parse" | "force"> & { source: string; idKey?: string; known: SourceItem | null },
): Promise<ItemResult> {
  const fetched = await open.fetch(item, force ? null : known);
  if (fetched.outcome === "skipped") return { outcome: "read", documents: [], validators: null };
  if (fetched.outcome !== "read") return { outcome: fetched.outcome };
  const { content, validators = null } = fetched;
  const documents = (await parse(content))
    .map((parsed) => toDocument(parsed, { source, idKey, item: item.id }))
    .filter((document) => document !== null);
  return { outcome: "read", documents, validators };
}
