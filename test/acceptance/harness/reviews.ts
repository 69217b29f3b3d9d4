/** Reads feedback and suggestions from a data directory like the command line, without a process per read. */
import { join } from "node:path";
import { openReviews } from "../../../src/inbox/open.ts";
import type { FeedbackEntry, SuggestionEntry } from "../../../src/inbox/types.ts";

const everything = { offset: 0, limit: 1_000 };

async function withReviews<T>(
  data: string,
  work: (reviews: Awaited<ReturnType<typeof openReviews>>) => Promise<T>,
): Promise<T> {
  const withCatalog = () => Promise.reject(new Error("only for reading"));
  const reviews = await openReviews(join(data, "accounts.db"), { withCatalog });
  try {
    return await work(reviews);
  } finally {
    await reviews.close();
  }
}

/** The newest first. */
export function allFeedback(data: string): Promise<FeedbackEntry[]> {
  return withReviews(data, async (reviews) => (await reviews.listFeedback(everything)).feedback);
}

/** The newest first. */
export function allSuggestions(data: string): Promise<SuggestionEntry[]> {
  return withReviews(data, async (reviews) => (await reviews.listSuggestions(everything)).suggestions);
}
