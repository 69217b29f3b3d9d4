/** Security headers of every console response: pages run only our own files, in no foreign frame. */
import type { MiddlewareHandler } from "hono";
import type { ServerEnv } from "../context.ts";
import { authorizationPath } from "../oauth/resources.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  // Scripts submit forms; a form injected as markup cannot be submitted.
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const fields: Record<string, string> = {
  "Content-Security-Policy": policy,
  // An invitation's link contains its secret: no other site may receive it as referrer.
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/**
 * An application may open the page of consent in a window of its own and wait for it: the window must keep its opener,
 * which can only see that it was closed.
 */
const openedByOthers = { "Cross-Origin-Opener-Policy": "unsafe-none" };

export const securityHeaders: MiddlewareHandler<ServerEnv> = async (context, next) => {
  const isConsent = context.req.path === authorizationPath;
  for (const [name, value] of Object.entries({ ...fields, ...(isConsent && openedByOthers) }))
    context.header(name, value);
  await next();
};
