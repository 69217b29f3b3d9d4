/** Imports records into the catalog and withdraws them. */
import type { ImportRequest, RemovedKind } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import type { ImportReport } from "../ingest/types.ts";
import { withCatalog, withExistingCatalog } from "./catalog.ts";

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
  const options = { ...request.options, dataDir: config.dataDir };
  return withCatalog(config, (catalog) => importThem(catalog, request.inputs, options));
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
