/** Authorizations of applications: consent, list, revocation. */
import { redirectKind } from "../../../accounts/oauth/redirect-uri.ts";
import { type GrantEntry, OAuthError } from "../../../accounts/oauth/types.ts";
import type { SignedIn } from "../../../accounts/sign-in/types.ts";
import type { ConsoleOutput } from "../../../contract/api/console/operations.ts";
import { ApiError } from "../../../contract/api/errors.ts";
import {
  AuthorizationRefusal,
  readAuthorizationRequest,
  redirectWith,
} from "../../oauth/authorization-request.ts";
import type { ConsoleHandlers, HandlerContext } from "../ports.ts";

type Redirect = ConsoleOutput<"listGrants">["grants"][number]["redirect"];

function redirectOf(uri: string): Redirect {
  const { host, protocol } = new URL(uri);
  const kind = redirectKind(uri) ?? "web";
  return { kind, name: kind === "app" ? protocol.slice(0, -1) : host };
}

const shown = ({ redirectUri, ...grant }: GrantEntry) => ({ ...grant, redirect: redirectOf(redirectUri) });

/** As with a token: `me` needs a verified address. */
const grantable = (scopes: readonly string[], { emailVerified }: SignedIn): string[] =>
  scopes.filter((scope) => scope !== "me" || emailVerified);

export function grantHandlers({
  oauth,
  service,
}: HandlerContext): Pick<
  ConsoleHandlers,
  "checkAuthorization" | "answerAuthorization" | "listGrants" | "revokeGrant"
> {
  const listOf = async ({ memberId }: SignedIn) => (await oauth.listGrants(memberId)).map(shown);
  const named = (scopes: readonly string[]) => scopes.map((scope) => `${service}:${scope}`);
  return {
    checkAuthorization: async ({ input, member, origin }) => {
      try {
        const request = await readAuthorizationRequest(input.request, { oauth, origin, service });
        const asked = {
          clientName: request.client.name,
          redirect: redirectOf(request.redirectUri),
          audience: request.audience,
          scopes: named(grantable(request.scopes, member)),
        };
        return { body: { asked, problem: null } };
      } catch (error) {
        if (!(error instanceof AuthorizationRefusal)) throw error;
        return { body: { asked: null, problem: { message: error.message, redirectTo: error.redirectTo } } };
      }
    },
    answerAuthorization: async ({ input, member, origin }) => {
      const request = await readAuthorizationRequest(input.request, { oauth, origin, service }).catch(
        refused,
      );
      const answer = (fields: Record<string, string>) => ({
        body: { redirectTo: redirectWith(request, origin, fields) },
      });
      if (!input.approve)
        return answer({ error: "access_denied", error_description: "The member denied the request" });
      const possible = grantable(request.scopes, member);
      const scopes = possible.filter((scope) => input.scopes?.includes(`${service}:${scope}`) ?? true);
      if (scopes.length === 0)
        throw new ApiError("INVALID_QUERY", `scopes: grant at least one of ${named(possible).join(", ")}`);
      const { client, redirectUri, audience, challenge } = request;
      const consent = {
        memberId: member.memberId,
        clientId: client.id,
        scopes,
        audience,
        redirectUri,
        challenge,
      };
      return answer({ code: await oauth.approve(consent).catch(refused) });
    },
    listGrants: async ({ member }) => ({ body: { grants: await listOf(member) } }),
    revokeGrant: async ({ member, input }) => {
      const revoked = await oauth.revokeGrant(member.memberId, input.id);
      return { body: { grants: await listOf(member), revoked } };
    },
  };
}

function refused(error: unknown): never {
  if (error instanceof AuthorizationRefusal || error instanceof OAuthError)
    throw new ApiError("INVALID_QUERY", error.message);
  throw error;
}
