/** Merges the results of repository scans into projects. Imported values take precedence. */
import type { CatalogProject, CatalogScan } from "../catalog/types.ts";
import type { ProjectRecord } from "../contract/records/project-record.ts";
import { parseUrl } from "../contract/values/parse-url.ts";

export function withScan(project: CatalogProject, scan: CatalogScan | undefined): CatalogProject {
  const { record } = project;
  if (!scan || !isOf(scan, record)) return project;
  const builtWith = record.builtWith ?? scan.builtWith;
  const repoSummary = record.evidenceSummaries?.repoSummary ?? scan.repoSummary;
  // Code that could be fetched is public, unless the record says otherwise.
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

/** Whether the project still links to the scanned repository. Folders passed by the operator always count. */
function isOf({ repository }: CatalogScan, { links }: ProjectRecord): boolean {
  const url = parseUrl(repository);
  if (url === null) return true;
  const path = url.pathname.replace(/(?<!\/)\/+$/, "").replace(/\.git$/, "");
  return links?.github?.toLowerCase().includes(path.toLowerCase()) ?? false;
}

/** The parts of a scan that affect a snapshot. */
export function scanFingerprint(scan: CatalogScan | undefined): string {
  if (!scan) return "";
  const { repository, revision, capturedAt, extractorVersion, outcome } = scan;
  return JSON.stringify([repository, revision, capturedAt, extractorVersion, outcome]);
}
