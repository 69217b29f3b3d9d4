/** Cross-origin requests of pages elsewhere, to the paths that a token authorizes. */
import type { MiddlewareHandler } from "hono";
import { cors } from "hono/cors";
import type { ServerEnv } from "./context.ts";

/** Whether pages of an origin may call the API; `*` among the origins: all may. */
export const allowsOrigin = (origins: readonly string[], origin: string): boolean =>
  origins.includes("*") || origins.includes(origin);

/** What callers read besides the body. */
const exposed = [
  "Content-Disposition",
  "ETag",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
];

/** As long as browsers keep a preflight response at most. */
const maxAgeSeconds = 7_200;

/**
 * Answers preflight requests, which carry no token. Credentials are not allowed: a browser sends its cookies along, but
 * these paths ignore them.
 */
export const crossOrigin = (origins: readonly string[]): MiddlewareHandler<ServerEnv> =>
  cors({
    origin: origins.includes("*") ? "*" : [...origins],
    allowMethods: ["GET", "HEAD", "POST"],
    exposeHeaders: exposed,
    maxAge: maxAgeSeconds,
  });
