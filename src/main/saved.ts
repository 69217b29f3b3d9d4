/** What members save, over the accounts database, the catalog and the served snapshot. */
import type { AccountsDb } from "../accounts/tables.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { SearchArchivesResponse } from "../contract/api/archive.ts";
import type { SearchPage } from "../contract/api/console/saved-searches.ts";
import type { SearchProjectsResponse } from "../contract/api/search-projects.ts";
import { createSaved } from "../saved/saved.ts";
import { type ItemKey, type ItemRecord, itemName, type Saved } from "../saved/types.ts";
import type { Serving } from "../serving/serving.ts";

interface SavedParts {
  catalog: Pick<Catalog, "names">;
  serving: Pick<Serving, "execute" | "snapshot">;
}

export function openSaved(db: AccountsDb, { catalog, serving }: SavedParts): Saved {
  return createSaved(db, {
    findRecords: (items) => findRecords(catalog, items),
    searchKeys: (page, request, limit) => searchKeys(serving, { page, request, limit }),
    revision: () => serving.snapshot()?.corpusRevision ?? null,
  });
}

async function findRecords(
  catalog: Pick<Catalog, "names">,
  items: readonly ItemKey[],
): Promise<Map<string, ItemRecord>> {
  const found = new Map<string, ItemRecord>();
  for (const kind of ["project", "document"] as const) {
    const keys = items.filter((item) => item.kind === kind).map(({ key }) => key);
    for (const [key, record] of await catalog.names(kind, keys)) found.set(itemName({ kind, key }), record);
  }
  return found;
}

/** Per page: the largest one that the operation allows, and the last offset. */
const pages = {
  projects: { operation: "searchProjects", size: 25, lastOffset: Number.POSITIVE_INFINITY },
  archive: { operation: "searchArchives", size: 10, lastOffset: 50 },
} as const;

type Answer = SearchProjectsResponse | SearchArchivesResponse;

async function searchKeys(
  serving: Pick<Serving, "execute">,
  { page, request, limit }: { page: SearchPage; request: object; limit: number },
): Promise<string[]> {
  const { operation, size, lastOffset } = pages[page];
  const keys = new Set<string>();
  for (let offset = 0; keys.size < limit && offset <= lastOffset; offset += size) {
    const answer = await serving.execute(operation, { ...request, facets: [], limit: size, offset });
    const { results, hasMore } = (typeof answer === "string" ? JSON.parse(answer) : answer) as Answer;
    for (const result of results) keys.add("slug" in result ? result.slug : result.documentId);
    if (!hasMore) break;
  }
  return [...keys].slice(0, limit);
}
