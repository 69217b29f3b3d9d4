/** Imports records into the catalog and withdraws them. */
import { UsageError } from "../cli/exit.ts";
import type { ImportRequest, RemovedKind } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import type { ImportReport } from "../ingest/types.ts";
import { withCatalog, withExistingCatalog } from "./catalog.ts";
import { importLocks } from "./database.ts";
import { lockSync } from "./lock-sync.ts";

const importers = {
  projects: async () => (await import("../ingest/projects.ts")).importProjects,
  archive: async () => (await import("../ingest/archive.ts")).importArchive,
  members: async () => (await import("../ingest/members.ts")).importMembers,
  sources: async () => (await import("../ingest/declarations.ts")).importSources,
  hackathons: async () => (await import("../ingest/declarations.ts")).importHackathons,
  resources: async () => (await import("../ingest/resources.ts")).importResources,
  faqs: async () => (await import("../ingest/faqs.ts")).importFaqs,
};

export async function importRecords(config: Config, request: ImportRequest): Promise<ImportReport> {
  const importThem = await importers[request.kind]();
  const options = { ...request.options, dataDir: config.dataDir, takeLock: importLocks(config) };
  return withCatalog(config, (catalog) => importThem(catalog, request.inputs, options));
}

/** Throws UsageError when there is no source `from`, or `to` has documents. */
export function renameSource(config: Config, { from, to }: { from: string; to: string }): Promise<void> {
  return withExistingCatalog(config, async (catalog) => {
    if (from === to) throw new UsageError(`the source has the key ${from} already`);
    const lock = await lockSync(config);
    try {
      const outcome = await catalog.sync.renameSource(from, to);
      if (outcome === "unknown")
        throw new UsageError(`there is no source ${from}; priorart sources lists them`);
      if (outcome === "taken")
        throw new UsageError(
          `the source ${to} has documents of its own: choose another key, or withdraw them first with priorart remove source ${to}`,
        );
    } finally {
      await lock.release();
    }
  });
}

/** Withdraws records; resolves to the keys that existed. */
export function removeRecords(
  config: Config,
  { kind, keys }: { kind: RemovedKind; keys: readonly string[] },
): Promise<string[]> {
  return withExistingCatalog(config, async (catalog) => {
    const removers: Record<RemovedKind, (key: string) => Promise<boolean>> = {
      project: (slug) => catalog.withdrawProject(slug),
      document: (documentId) => catalog.withdrawDocument(documentId.toLowerCase()),
      source: (key) => catalog.sync.removeSource(key),
      member: (email) => catalog.removeMember(email.trim().toLowerCase()),
      resources: (hackathon) => catalog.write((writer) => writer.deleteResources(hackathon)),
      faq: (key) => catalog.write((writer) => writer.deleteFaq(key)),
    };
    const removed: string[] = [];
    for (const key of keys) if (await removers[kind](key)) removed.push(key);
    return removed;
  });
}
