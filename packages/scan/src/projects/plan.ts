/** Plans which projects a run has to read, given the results of earlier runs. */
import { CloneFailure, type CloneOutcome } from "../git/clone-failure.ts";
import { repositoryOf } from "../git/repository-link.ts";

export type Outcome = "scanned" | CloneOutcome;

export interface LinkedProject {
  slug: string;
  /** As given by the team; null for none. */
  link: string | null;
  /** The team states that the code is not public: it is not fetched. */
  closed: boolean;
}

export interface EarlierScan {
  repository: string;
  outcome: Outcome;
}

export interface PlannedScan {
  slug: string;
  /** Address of the repository, or the link itself where it names none. */
  repository: string;
  /** Set where nothing is to be fetched: the outcome and the reason. */
  failure: CloneFailure | null;
}

export interface ScanPlan {
  scans: PlannedScan[];
  withoutLink: number;
  /** Read by an earlier run, from the same address. */
  doneBefore: number;
}

/** Outcomes that are retried; all others are final. */
const worthAnotherTry: ReadonlySet<Outcome> = new Set<Outcome>(["unreachable", "timed-out", "failed"]);

/** In the order of `projects`. With `force`, everything that has a link is read again. */
export function planScans(
  projects: readonly LinkedProject[],
  earlier: ReadonlyMap<string, EarlierScan>,
  { force = false }: { force?: boolean } = {},
): ScanPlan {
  const plan: ScanPlan = { scans: [], withoutLink: 0, doneBefore: 0 };
  for (const { slug, link, closed } of projects) {
    if (link === null || link.trim() === "") {
      plan.withoutLink++;
      continue;
    }
    const planned = plannedScan(slug, link, closed);
    if (!force && isDone(planned.repository, earlier.get(slug))) plan.doneBefore++;
    else plan.scans.push(planned);
  }
  return plan;
}

function plannedScan(slug: string, link: string, closed: boolean): PlannedScan {
  try {
    const repository = repositoryOf(link);
    const failure = closed
      ? new CloneFailure("private", "the record says that the code is not public")
      : null;
    return { slug, repository, failure };
  } catch (failure) {
    if (!(failure instanceof CloneFailure)) throw failure;
    return { slug, repository: link.trim().slice(0, 2_000), failure };
  }
}

/** A scan without an address was stored by hand, of code kept elsewhere: it stays. */
function isDone(repository: string, earlier: EarlierScan | undefined): boolean {
  if (earlier === undefined) return false;
  return (
    earlier.repository === "" || (earlier.repository === repository && !worthAnotherTry.has(earlier.outcome))
  );
}
