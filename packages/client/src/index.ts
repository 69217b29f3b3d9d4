export * from "./client.ts";
export { type ClientErrorCode, type ErrorCode, isPriorArtError, PriorArtError } from "./errors.ts";
export type * from "./generated/types.ts";
export type { CallOptions, ClientOptions } from "./options.ts";
export type { Pages } from "./paging.ts";
