/** The end of a sign-in through the provider: what the library made of the way back, in our words. */
import { type Auth, oidcProviderId } from "../auth.ts";
import { ownCookies } from "../sessions.ts";
import type { Cookies, OidcProblem } from "../types.ts";
import type { OidcClient } from "./client.ts";

export async function finishOidc(
  auth: Auth,
  oidc: OidcClient,
  { query, headers }: { query: Record<string, string>; headers: Headers },
): Promise<{ problem: OidcProblem | null; cookies: Cookies }> {
  const { result, problem } = await oidc.settle(() =>
    auth.api.oAuth2Callback({ params: { providerId: oidcProviderId }, query, headers, asResponse: true }),
  );
  const cookies = ownCookies(result.headers);
  if (problem !== null) return { problem, cookies };
  const location = result.headers.get("location");
  const error = location === null ? "no redirect" : new URL(location, "http://-").searchParams.get("error");
  return { problem: error === null ? null : problemOf(error), cookies };
}

function problemOf(error: string): OidcProblem {
  if (error === "access_denied") return "cancelled";
  if (/^(state|please_restart)/.test(error)) return "expired";
  if (/^(issuer|oauth_code|oAuth_code)/.test(error)) return "provider_refused";
  return "failed";
}
