/** HTTP Strict Transport Security, on every response sent over https. */
import type { MiddlewareHandler } from "hono";
import type { ClientAddresses } from "./client-address.ts";
import type { ServerContext, ServerEnv } from "./context.ts";

/** TLS ends at a proxy: detected by the operator's public URL, or per request by a trusted proxy's header. */
export function hsts(publicOrigin: string | null, addresses: ClientAddresses): MiddlewareHandler<ServerEnv> {
  const always = publicOrigin?.startsWith("https:") ?? false;
  const forwardedAsHttps = (context: ServerContext) =>
    context.req.header("x-forwarded-proto")?.split(",").at(-1)?.trim().toLowerCase() === "https" &&
    addresses.viaTrustedProxy(context);
  return async (context, next) => {
    if (always || forwardedAsHttps(context)) context.header("Strict-Transport-Security", "max-age=31536000");
    await next();
  };
}
