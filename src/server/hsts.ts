/** HTTP Strict Transport Security, on every answer that travels over https. */
import type { MiddlewareHandler } from "hono";
import type { ClientAddresses } from "./client-address.ts";
import type { ServerContext, ServerEnv } from "./context.ts";

/** TLS ends at a proxy: the operator's public URL tells, or a trusted proxy per request. */
export function hsts(publicOrigin: string | null, addresses: ClientAddresses): MiddlewareHandler<ServerEnv> {
  const always = publicOrigin?.startsWith("https:") ?? false;
  const forwardedAsHttps = (context: ServerContext) =>
    addresses.viaTrustedProxy(context) &&
    context.req.header("x-forwarded-proto")?.split(",").at(-1)?.trim().toLowerCase() === "https";
  return async (context, next) => {
    if (always || forwardedAsHttps(context)) context.header("Strict-Transport-Security", "max-age=31536000");
    await next();
  };
}
