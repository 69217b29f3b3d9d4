/** Reads the catalog for one publish: everything except the documents' texts, with digests. */
import type { CatalogScan } from "../catalog/types.ts";
import type { ManifestHackathon, ManifestSource } from "../corpus/manifest.ts";
import type { Taxonomy } from "../corpus/taxonomy/taxonomy.ts";
import { Digest } from "../digest/digest.ts";
import { DocumentList } from "./document-list.ts";
import { findLanguages } from "./languages/find-languages.ts";
import { scanFingerprint, withScan } from "./scanned-projects.ts";
import { ProjectStore, type StoredProject } from "./stored-projects.ts";
import type { PublishRun } from "./types.ts";

export interface CatalogContent {
  /** With the results of repository scans. */
  projects: StoredProject[];
  store: ProjectStore;
  /** In order of (source, documentId). */
  documents: DocumentList;
  sources: ManifestSource[];
  hackathons: ManifestHackathon[];
  taxonomy: Taxonomy;
  /** Of the last imports whose records are all here. */
  importTimes: { projects: string | null; archive: string | null };
  /** Whether no import changed records while they were listed. */
  isSettled: boolean;
  /** The change number of the latest withdrawal reflected here. */
  lastWithdrawal: number;
  /** Digest of projects, their scans and hackathons: the inputs of the project segment. */
  projectsDigest: string;
  /** Digest of documents: the inputs of archive segments. */
  documentsDigest: string;
  /** Digest of everything. */
  digest: string;
}

export async function readCatalog(run: PublishRun, taxonomy: Taxonomy): Promise<CatalogContent> {
  run.report("read", 0, null);
  await findLanguages(run);
  // Read first: a withdrawal during the reads below is then hidden by the overlay.
  const lastWithdrawal = await run.catalog.lastWithdrawal();
  const importTimes = await run.catalog.importTimes();
  const store = new ProjectStore();
  const projects: StoredProject[] = [];
  const scans = new Map<string, CatalogScan>();
  for await (const batch of run.catalog.scans()) for (const scan of batch) scans.set(scan.slug, scan);
  for await (const batch of run.catalog.projects())
    projects.push(...batch.map((project) => store.add(withScan(project, scans.get(project.slug)))));
  const documents = new DocumentList();
  const documentsRead = new Digest();
  for await (const batch of run.catalog.documentFingerprints())
    for (const document of batch) {
      documents.add(document);
      documentsRead.add(document.documentId + document.contentHash);
    }
  run.signal?.throwIfAborted();
  const sources = await readSources(run);
  const hackathons: ManifestHackathon[] = await run.catalog.hackathons();
  const { projects: lastProjects, archive: lastArchive } = await run.catalog.importTimes();
  const isSettled = lastProjects === importTimes.projects && lastArchive === importTimes.archive;
  const documentsDigest = documentsRead.short();
  const projectsDigest = digestOf([
    JSON.stringify(hackathons),
    taxonomy.digest,
    ...projects.map(({ slug, contentHash, createdAt }) => slug + contentHash + createdAt),
    ...projects.map(({ slug }) => scanFingerprint(scans.get(slug))),
  ]);
  const digest = new Digest().add(projectsDigest, documentsDigest, JSON.stringify(sources)).short();
  run.report("read", projects.length + documents.length, projects.length + documents.length);
  return {
    projects,
    store,
    documents,
    sources,
    hackathons,
    taxonomy,
    importTimes,
    isSettled,
    lastWithdrawal,
    projectsDigest,
    documentsDigest,
    digest,
  };
}

/** Where a source is read from is not published. */
async function readSources({ catalog }: PublishRun): Promise<ManifestSource[]> {
  const sources = await catalog.sources();
  return sources.map(({ connector: _, refresh: __, formerKeys: ___, ...source }) => source);
}

/** With those that documents may have got while they were read: what is not listed would not be cut to its excerpt. */
export async function withNewSources(
  run: PublishRun,
  sources: readonly ManifestSource[],
): Promise<ManifestSource[]> {
  const known = new Set(sources.map(({ key }) => key));
  return [...sources, ...(await readSources(run)).filter(({ key }) => !known.has(key))];
}

function digestOf(parts: readonly string[]): string {
  const digest = new Digest();
  for (const part of parts) digest.add(part);
  return digest.short();
}
