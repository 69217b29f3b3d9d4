/** What an operator sees of the sources of a data directory. */
import type { Catalog } from "../catalog/catalog.ts";
import type { Config } from "../config/config.ts";
import { readSchedule } from "../sync/sync-sources.ts";
import type { SourceStatus } from "../sync/types.ts";
import { withExistingCatalog } from "./catalog.ts";

/** Every source, by key, with its last readings. */
export function listSources(config: Config, { runs }: { runs: number }): Promise<SourceStatus[]> {
  return withExistingCatalog(config, (catalog) => sourceStatuses(catalog, runs));
}

export async function sourceStatuses(catalog: Catalog, runs: number): Promise<SourceStatus[]> {
  const schedule = new Map(
    (await readSchedule(catalog, Date.now())).map(({ source, dueAt }) => [source.key, dueAt]),
  );
  const documents = await catalog.documentCounts();
  const languages = await catalog.languageCounts();
  const statuses: SourceStatus[] = [];
  for (const source of await catalog.sources()) {
    const dueAt = schedule.get(source.key) ?? null;
    statuses.push({
      source,
      documents: documents.get(source.key) ?? 0,
      languages: [...(languages.get(source.key) ?? [])]
        .map(([language, number]) => ({ language, documents: number }))
        .sort((one, other) => other.documents - one.documents),
      runs: await catalog.sync.runs(source.key, runs),
      dueAt: dueAt === null ? null : new Date(dueAt).toISOString(),
    });
  }
  return statuses;
}
