/** Counts the outcomes of a run. */
import type { Outcome, PlannedScan } from "./plan.ts";
import type { CodeReport } from "./read-code.ts";

/** The outcome of one repository. */
export type Found =
  | { outcome: "scanned"; code: CodeReport }
  | { outcome: Exclude<Outcome, "scanned">; reason: string };

export interface ScanProgress {
  done: number;
  total: number;
  failed: number;
}

export interface FailedScan {
  slug: string;
  repository: string;
  outcome: Outcome;
  reason: string;
}

export interface TallyReport {
  /** Projects tried, by outcome. */
  outcomes: Partial<Record<Outcome, number>>;
  /** Scanned projects whose README has content. */
  summaries: number;
  /** In the order of the plan. */
  failures: FailedScan[];
}

/** One per run. */
export class Tally {
  readonly #order: ReadonlyMap<string, number>;
  readonly #outcomes: Partial<Record<Outcome, number>> = {};
  readonly #failures: FailedScan[] = [];
  readonly #repositories: ReadonlyMap<string, string>;
  #summaries = 0;
  #done = 0;

  constructor(plan: readonly PlannedScan[]) {
    this.#order = new Map(plan.map(({ slug }, index) => [slug, index]));
    this.#repositories = new Map(plan.map(({ slug, repository }) => [slug, repository]));
  }

  add(slug: string, found: Found): void {
    this.#done++;
    this.#outcomes[found.outcome] = (this.#outcomes[found.outcome] ?? 0) + 1;
    if (found.outcome !== "scanned") {
      const { outcome, reason } = found;
      this.#failures.push({ slug, repository: this.#repositories.get(slug)!, outcome, reason });
    } else if (found.code.repoSummary !== null) this.#summaries++;
  }

  progress(): ScanProgress {
    return { done: this.#done, total: this.#order.size, failed: this.#failures.length };
  }

  report(): TallyReport {
    const place = ({ slug }: FailedScan) => this.#order.get(slug)!;
    const failures = [...this.#failures].sort((a, b) => place(a) - place(b));
    return { outcomes: this.#outcomes, summaries: this.#summaries, failures };
  }
}
