/** Security headers of every console response: pages run only our own files, in no foreign frame. */
import type { MiddlewareHandler } from "hono";
import type { ServerEnv } from "../context.ts";

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
  // An invitation's link holds its secret: no other site may receive it as referrer.
  "Referrer-Policy": "no-referrer",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

export const securityHeaders: MiddlewareHandler<ServerEnv> = async (context, next) => {
  for (const [name, value] of Object.entries(fields)) context.header(name, value);
  await next();
};
