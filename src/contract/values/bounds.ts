/** Bounds of requests that callers besides the contract know. Without zod, for pages and a command line that start fast. */

/** Greatest `offset` of archive search; `hasMore` is false there. */
export const maxArchiveOffset = 50;

/** Greatest `facetTopK`: all categories and the two special keys. */
export const maxFacetBuckets = 43;

/** Bytes of each part of an upload but the last, at most: reverse proxies accept bodies of 1 MB by default. */
export const uploadPartBytes = 1_000_000;
