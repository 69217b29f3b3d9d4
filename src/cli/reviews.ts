/** Shared by the review commands. */
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

/** Long enough to identify one id in a list. */
export const shortId = (id: string): string => id.slice(0, 8);
