/** Turns all rate limits off. */
export const noRateLimits = {
  PRIORART_LIMIT_SEARCH: "0",
  PRIORART_LIMIT_ANALYSIS: "0",
  PRIORART_LIMIT_ME: "0",
  PRIORART_LIMIT_SUGGESTIONS: "0",
  PRIORART_LIMIT_FEEDBACK: "0",
  PRIORART_LIMIT_PAGE_SEARCH: "0",
  PRIORART_LIMIT_PAGE_ANALYSIS: "0",
};

/** For a server that several files use concurrently, with one token. */
export const noLimits = {
  ...noRateLimits,
  PRIORART_LIMIT_CONCURRENCY: "0",
  PRIORART_LIMIT_PAGE_CONCURRENCY: "0",
};
