export * from "./client.ts";
export * from "./errors.ts";
export type * from "./generated/types.ts";
export type { CallOptions, ClientOptions } from "./options.ts";
export type { Pages } from "./paging.ts";
