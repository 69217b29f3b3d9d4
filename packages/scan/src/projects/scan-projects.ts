/** The repositories of many projects, several at a time. */

import { withPublicRepository } from "../git/clone.ts";
import { CloneFailure, GitMissingError, oneLine } from "../git/clone-failure.ts";
import type { CloneLimits } from "../git/clone-limits.ts";
import type { Network } from "../git/public-address.ts";
import { type TechnologyKind, technologyKinds } from "../recognisers/technology.ts";
import type { RepositoryTags } from "../tags/repository-tags.ts";
import type { Outcome, PlannedScan } from "./plan.ts";
import { EXTRACTOR_VERSION, type ReadOptions, type RepoSummary, readCode } from "./read-code.ts";
import { type Found, type ScanProgress, Tally, type TallyReport } from "./tally.ts";

/** The stored result of one project's repository. */
export interface ProjectScan {
  slug: string;
  repository: string;
  revision: string | null;
  capturedAt: string;
  extractorVersion: string;
  outcome: Outcome;
  builtWith: RepositoryTags | null;
  repoSummary: RepoSummary | null;
}

export interface ScanProjectsOptions extends ReadOptions {
  network: Network;
  /** Repositories read at a time. */
  concurrency: number;
  limits?: Partial<CloneLimits>;
  /** The stored result of a project's repository; null if there is none. */
  earlier(slug: string): Promise<Pick<ProjectScan, "repository" | "outcome" | "builtWith"> | null>;
  save(scan: ProjectScan): Promise<void>;
  onProgress?(progress: ScanProgress): void;
}

export interface ScanProjectsReport extends TallyReport {
  interrupted: boolean;
  seconds: number;
}

/**
 * Reads each repository of the plan once and saves its result for every project that names it, as soon as it is
 * known, so that an interrupted run loses only what was being read. Throws GitMissingError, and what `save` throws.
 */
export async function scanProjects(
  plan: readonly PlannedScan[],
  options: ScanProjectsOptions,
): Promise<ScanProjectsReport> {
  const began = performance.now();
  const tally = new Tally(plan);
  // Ends the other workers when one fails with an error that affects all.
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const queue = repositoriesOf(plan).values();
  const work = async () => {
    for (const scans of queue) {
      if (signal.aborted) return;
      const found = await readRepository(scans[0]!, { ...options, signal });
      if (found === null) return;
      for (const { slug, repository } of scans) {
        await keep({ slug, repository }, found, options);
        tally.add(slug, found);
        options.onProgress?.(tally.progress());
      }
    }
  };
  options.onProgress?.(tally.progress());
  const guarded = () =>
    work().catch((error) => {
      stop.abort(error);
      throw error;
    });
  const workers = await Promise.allSettled(Array.from({ length: options.concurrency }, guarded));
  const broken = workers.find((worker) => worker.status === "rejected");
  if (broken !== undefined) throw broken.reason;
  const interrupted = options.signal?.aborted ?? false;
  return { ...tally.report(), interrupted, seconds: (performance.now() - began) / 1_000 };
}

/** Groups projects by repository; one that is not to be fetched is its own group. */
function repositoriesOf(plan: readonly PlannedScan[]): PlannedScan[][] {
  const groups = new Map<string, PlannedScan[]>();
  for (const scan of plan) {
    const key = scan.failure === null ? scan.repository : `not fetched: ${scan.slug}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [scan]);
    else group.push(scan);
  }
  return [...groups.values()];
}

/** Null when the run is being stopped. Throws GitMissingError; any other failure concerns this repository only. */
async function readRepository(
  { repository, failure }: PlannedScan,
  options: ScanProjectsOptions,
): Promise<Found | null> {
  if (failure !== null) return { outcome: failure.outcome, reason: failure.message };
  try {
    const code = await withPublicRepository(
      repository,
      (checkout) => readCode({ ...checkout, url: repository, inferred: false }, options),
      options,
    );
    return { outcome: "scanned", code };
  } catch (error) {
    if (options.signal?.aborted) return null;
    if (error instanceof GitMissingError) throw error;
    if (error instanceof CloneFailure) return { outcome: error.outcome, reason: error.message };
    return { outcome: "failed", reason: oneLine(error instanceof Error ? error.message : String(error)) };
  }
}

/**
 * A failure keeps the previous result of the same repository, with one exception: when the code is no longer public,
 * only the names are kept.
 */
async function keep(
  { slug, repository }: Pick<PlannedScan, "slug" | "repository">,
  found: Found,
  { earlier, save, now = () => new Date() }: ScanProjectsOptions,
): Promise<void> {
  const scan = { slug, repository, extractorVersion: EXTRACTOR_VERSION, outcome: found.outcome };
  if (found.outcome === "scanned") {
    const { revision, capturedAt, builtWith, repoSummary } = found.code;
    await save({ ...scan, revision, capturedAt, builtWith, repoSummary });
    return;
  }
  const before = await earlier(slug);
  const same = before?.repository === repository ? before : null;
  if (same?.outcome === "scanned" && found.outcome !== "private") return;
  const builtWith = found.outcome === "private" && same?.builtWith ? namesOf(same.builtWith) : null;
  await save({ ...scan, revision: null, capturedAt: now().toISOString(), builtWith, repoSummary: null });
}

/** Without versions and quotations, which must not be shown for code that is not public. */
export function namesOf(tags: RepositoryTags): RepositoryTags {
  const names = (kind: TechnologyKind) => tags[kind].map(({ name }) => ({ name }));
  return {
    schemaVersion: 1,
    ...(Object.fromEntries(technologyKinds.map((kind) => [kind, names(kind)])) as Record<
      TechnologyKind,
      { name: string }[]
    >),
  };
}
