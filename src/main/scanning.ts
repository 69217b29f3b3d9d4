/** Connects the scanner with the catalog's projects. */
import {
  CloneFailure,
  type CodeReport,
  defaultRecognisersPath,
  type EarlierScan,
  EXTRACTOR_VERSION,
  type LinkedProject,
  loadRecognisers,
  planScans,
  publicInternet,
  publicUrl,
  repositoryOf,
  requireGit,
  scanProjects,
  scanTyped,
  type TypedSource,
  typedSource,
  type YamlFiles,
} from "@prior-art/scan";
import type { Catalog } from "../catalog/catalog.ts";
import type { CatalogScan } from "../catalog/types.ts";
import { CommandError, UsageError } from "../cli/exit.ts";
import type { ProjectsScanned, ScanProjectsRequest, ScanRequest } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { isLocalName, isPublicIp } from "../contract/values/hosts.ts";
import { openCheckedYaml, readTextFile, yamlRefusal } from "../yaml/checked-yaml.ts";
import { withExistingCatalog } from "./catalog.ts";

const yamlFiles: YamlFiles = {
  open: (path, options) => openCheckedYaml(readTextFile(path, options), path, options),
  refusal: yamlRefusal,
};

const recognisersOf = (own: readonly string[]) =>
  loadRecognisers(yamlFiles, [defaultRecognisersPath, ...own]);

/** Scans one folder or repository. With a slug, the result is stored in the project's record. */
export async function scanSource(config: Config, request: ScanRequest): Promise<CodeReport> {
  const source = typedSource(request.source);
  const recognisers = recognisersOf(request.recognisers);
  const read = (inferred: boolean) =>
    scanTyped(source, { recognisers, signal: request.signal, inferred }).catch((error) => {
      throw error instanceof CloneFailure ? new CommandError(`${request.source}: ${error.message}`) : error;
    });
  const { slug } = request;
  if (slug === undefined) return read(false);
  return withExistingCatalog(config, async (catalog) => {
    const link = await linkOf(catalog, slug);
    const code = await read(!isSame(source, link));
    const { revision, capturedAt, builtWith, repoSummary } = code;
    await catalog.saveScan({
      slug,
      repository: publicUrl(source) === null ? "" : normalised(publicUrl(source)!),
      revision,
      capturedAt,
      extractorVersion: EXTRACTOR_VERSION,
      outcome: "scanned",
      builtWith,
      repoSummary,
    });
    return code;
  });
}

/** The link of a project's record; throws UsageError when there is no such project. */
async function linkOf(catalog: Catalog, slug: string): Promise<string | null> {
  if ((await catalog.hashes("project", [slug])).has(slug)) {
    for await (const page of catalog.projects()) {
      const found = page.find((project) => project.slug === slug);
      if (found !== undefined) return found.record.links?.github ?? null;
    }
  }
  throw new UsageError(
    `the catalog has no project "${slug}"; import it first, or leave out --slug to scan without storing`,
  );
}

function isSame(source: TypedSource, link: string | null): boolean {
  const url = publicUrl(source);
  return url !== null && link !== null && normalised(url) === normalised(link);
}

/** The repository in the form that `scan --projects` uses; a link to something else is returned trimmed. */
function normalised(link: string): string {
  try {
    return repositoryOf(link);
  } catch {
    return link.trim();
  }
}

/** Scans the repositories of projects not scanned yet, or of all projects with `force`. */
export function scanCatalog(config: Config, request: ScanProjectsRequest): Promise<ProjectsScanned> {
  return withExistingCatalog(config, async (catalog) => {
    const { signal, limit, force, concurrency, onProgress } = request;
    const recognisers = recognisersOf(request.recognisers);
    const plan = planScans(await linkedProjects(catalog), await earlierScans(catalog), { force });
    const scans = plan.scans.slice(0, limit);
    const { withoutLink, doneBefore } = plan;
    if (scans.some(({ failure }) => failure === null)) await requireGit(signal);
    const report = await scanProjects(scans, {
      recognisers,
      network: publicInternet({ isLocalName, isPublicIp }),
      concurrency,
      signal,
      onProgress,
      earlier: (slug) => catalog.scan(slug),
      save: (scan) => save(catalog, scan),
    });
    const tried = Object.values(report.outcomes).reduce((sum, count) => sum + count, 0);
    return { tried, ...report, withoutLink, doneBefore, left: plan.scans.length - tried };
  });
}

async function linkedProjects(catalog: Catalog): Promise<LinkedProject[]> {
  const projects: LinkedProject[] = [];
  for await (const page of catalog.projects()) {
    for (const { slug, record } of page) {
      projects.push({ slug, link: record.links?.github ?? null, closed: record.links?.repoPublic === false });
    }
  }
  return projects;
}

async function earlierScans(catalog: Catalog): Promise<Map<string, EarlierScan>> {
  const earlier = new Map<string, EarlierScan>();
  for await (const page of catalog.scanStates())
    for (const { slug, ...state } of page) earlier.set(slug, state);
  return earlier;
}

/** The scan of a project that was removed meanwhile is discarded. */
async function save(catalog: Catalog, scan: CatalogScan): Promise<void> {
  try {
    await catalog.saveScan(scan);
  } catch (error) {
    if ((await catalog.hashes("project", [scan.slug])).size > 0) throw error;
  }
}
