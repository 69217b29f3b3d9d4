/** Projects with what scans of their repositories add. What an import says always wins. */
import type { CatalogProject, CatalogScan } from "../catalog/types.ts";
import type { ProjectRecord } from "../contract/records/project-record.ts";

export function withScan(project: CatalogProject, scan: CatalogScan | undefined): CatalogProject {
  const { record } = project;
  if (!scan || !isOf(scan, record)) return project;
  const builtWith = record.builtWith ?? scan.builtWith;
  const repoSummary = record.evidenceSummaries?.repoSummary ?? scan.repoSummary;
  // What anyone could fetch is public, unless the record knows better.
  const isPublic = scan.outcome === "scanned" && scan.repository !== "";
  const repoPublic = record.links?.repoPublic ?? (isPublic || undefined);
  return {
    ...project,
    record: {
      ...record,
      ...(builtWith && { builtWith }),
      ...(repoSummary && { evidenceSummaries: { ...record.evidenceSummaries, repoSummary } }),
      ...(repoPublic !== undefined && { links: { ...record.links, repoPublic } }),
    },
  };
}

/** Whether the project still links to what was read. A folder was given by hand: it stays. */
function isOf({ repository }: CatalogScan, { links }: ProjectRecord): boolean {
  if (!URL.canParse(repository)) return true;
  const path = new URL(repository).pathname.replace(/(?<!\/)\/+$/, "").replace(/\.git$/, "");
  return links?.github?.toLowerCase().includes(path.toLowerCase()) ?? false;
}

/** All of a scan that decides what a snapshot shows. */
export function scanFingerprint(scan: CatalogScan | undefined): string {
  if (!scan) return "";
  const { repository, revision, capturedAt, extractorVersion, outcome } = scan;
  return JSON.stringify([repository, revision, capturedAt, extractorVersion, outcome]);
}
