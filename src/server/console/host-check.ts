/** Without a public URL, the console responds only under its own hosts. */
import type { MiddlewareHandler } from "hono";
import { ApiError } from "../../contract/api/errors.ts";
import type { ServerEnv } from "../context.ts";
import { hasOwnHost } from "../request-host.ts";

export function checkHost(listenHost: string): MiddlewareHandler<ServerEnv> {
  return async (context, next) => {
    if (!hasOwnHost(context, listenHost))
      throw new ApiError(
        "FORBIDDEN",
        "The console does not accept this Host; set PRIORART_PUBLIC_URL to the URL in the browser, or open the console " +
          "at 127.0.0.1",
      );
    await next();
  };
}
