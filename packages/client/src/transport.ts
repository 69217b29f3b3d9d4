/** Calls of routes that are not in the table, for the pages of the service. It is not part of the published package. */
import { type CallOptions, type ClientOptions, transportSettings } from "./options.ts";
import type { Fields, Route } from "./request.ts";
import { createSend, readJson } from "./send.ts";

export { errorOf, unreachable } from "./errors.ts";
export type { CallOptions } from "./options.ts";
export { type Route, requestParts } from "./request.ts";

export type Transport = (route: Route, fields: Fields, options?: CallOptions) => Promise<unknown>;

/** Paths of routes begin at `base`. Calls reject as those of a client do. */
export function createTransport(base: string, options: Omit<ClientOptions, "baseUrl">): Transport {
  const send = createSend(transportSettings(base, options));
  return (route, fields, callOptions = {}) => send(route, fields, { ...callOptions, read: readJson });
}
