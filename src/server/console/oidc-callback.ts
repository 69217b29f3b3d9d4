/** Where the identity provider sends the browser back to. The pages say the rest. */
import type { Handler } from "../route.ts";
import { setCookies } from "./operation.ts";
import type { ConsolePorts } from "./ports.ts";

/** To be registered with the provider, after the public address. */
export const oidcCallbackPath = "/console/auth/oauth2/callback/oidc";

export function oidcCallback({ signIn }: ConsolePorts): Handler {
  return async (context) => {
    const { problem, cookies } = await signIn.finishOidc(context.req.query(), context.req.raw.headers);
    setCookies(context, cookies);
    return context.redirect(problem === null ? "/console/" : `/console/?problem=${problem}`, 302);
  };
}
