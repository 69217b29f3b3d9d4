/** Start and deadline of a hackathon, as full instants. */
import type { CatalogHackathon } from "../catalog/types.ts";
import type { EventDates } from "../contract/values/event-dates.ts";

/** Null until both are recorded. A date without a time is the beginning of its day (month, year), in UTC. */
export function eventDatesOf(hackathon: CatalogHackathon | null | undefined): EventDates | null {
  const { slug, startDate, submissionDeadline, winnerAnnouncementDate } = hackathon ?? {};
  if (slug === undefined || !startDate || !submissionDeadline) return null;
  return {
    hackathonSlug: slug,
    startDate: instant(startDate),
    submissionDeadline: instant(submissionDeadline),
    winnerAnnouncementDate: winnerAnnouncementDate ? instant(winnerAnnouncementDate) : null,
  };
}

const instant = (date: string): string => new Date(date).toISOString();
