/**
 * Selects the current hackathon, and checks whether a hackathon's results are published. Days begin at midnight UTC.
 */
import type { CatalogHackathon } from "./types.ts";

type Dated = Pick<
  CatalogHackathon,
  "slug" | "current" | "startDate" | "submissionDeadline" | "winnerAnnouncementDate"
>;

/**
 * The flagged hackathon, else one that is running (started, submission deadline not passed), else the one that
 * started last; null when none has started. Ties: the one that started last, then the first by slug.
 */
export function currentHackathon<T extends Dated>(hackathons: readonly T[], now: Date): T | null {
  const started = startedBy(hackathons, now);
  const running = started.filter(
    ({ submissionDeadline }) => submissionDeadline !== null && !hasPassed(submissionDeadline, now),
  );
  const flagged = hackathons.filter(({ current }) => current);
  return latest(flagged) ?? latest(running) ?? latest(started);
}

/** The hackathon that started last, among several the first by slug; null when none has started. */
export function latestStarted<T extends Dated>(hackathons: readonly T[], now: Date): T | null {
  return latest(startedBy(hackathons, now));
}

/** Whether the winners have been announced; false without an announcement date. */
export function resultsPublished(hackathon: Pick<Dated, "winnerAnnouncementDate">, now: Date): boolean {
  return hasPassed(hackathon.winnerAnnouncementDate, now);
}

/** Whether a date of the catalog (null: unknown) is at or before `now`. */
function hasPassed(date: string | null, now: Date): boolean {
  return date !== null && Date.parse(date) <= now.getTime();
}

function startedBy<T extends Dated>(hackathons: readonly T[], now: Date): T[] {
  return hackathons.filter(({ startDate }) => hasPassed(startDate, now));
}

function latest<T extends Dated>(hackathons: readonly T[]): T | null {
  const start = ({ startDate }: Dated) =>
    startDate === null ? Number.NEGATIVE_INFINITY : Date.parse(startDate);
  let best: T | null = null;
  for (const next of hackathons) {
    if (best === null || start(next) > start(best) || (start(next) === start(best) && next.slug < best.slug))
      best = next;
  }
  return best;
}
