/** What the commands of people who review have in common. */
import type { OpenReviews } from "../inbox/open.ts";
import type { CommandContext } from "./context.ts";
import { type ExitCode, exitCodes } from "./exit.ts";

export async function withReviews(
  context: CommandContext,
  work: (reviews: OpenReviews) => Promise<void>,
): Promise<ExitCode> {
  const reviews = await context.services.openReviews(context.config);
  try {
    await work(reviews);
    return exitCodes.ok;
  } finally {
    await reviews.close();
  }
}

/** Enough of an id to name one in any list that people read. */
export const shortId = (id: string): string => id.slice(0, 8);
