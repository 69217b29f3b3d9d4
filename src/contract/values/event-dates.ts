/** The dates of a hackathon, as returned with resources and FAQs. */
import { z } from "zod";

const instant = z.iso.datetime({ offset: true });

export const eventDatesSchema = z.object({
  hackathonSlug: z.string(),
  startDate: instant,
  submissionDeadline: instant,
  winnerAnnouncementDate: instant.nullable().describe("null until recorded"),
});
export type EventDates = z.infer<typeof eventDatesSchema>;
