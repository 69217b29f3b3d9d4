/** The redirect URI of the identity provider. */
import type { Handler } from "../route.ts";
import { setCookies } from "./operation.ts";
import type { ConsolePorts } from "./ports.ts";

export function oidcCallback({ signIn }: ConsolePorts): Handler {
  return async (context) => {
    const { problem, cookies } = await signIn.finishOidc(context.req.query(), context.req.raw.headers);
    setCookies(context, cookies);
    return context.redirect(problem === null ? "/console/" : `/console/?problem=${problem}`, 302);
  };
}
