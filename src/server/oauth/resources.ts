/** What tokens are for (RFC 8707), and where clients learn how to get one (RFC 9728). */
import type { Audience } from "../../accounts/types.ts";
import type { TokenTarget } from "../authenticate.ts";
import type { ServerPorts } from "../ports.ts";
import { ownOrigin } from "../request-host.ts";

/** The page of consent. */
export const authorizationPath = "/console/authorize";

/** Path of each resource's identifier below the service's origin. */
export const resourcePaths: Record<Audience, string> = { mcp: "/mcp", api: "/api/v1", any: "" };

export const metadataPath = (audience: Audience): string =>
  `/.well-known/oauth-protected-resource${resourcePaths[audience]}`;

/** Null for a foreign resource. A slash at the end counts as none. */
export function audienceOf(resource: string, origin: string): Audience | null {
  const audiences = Object.keys(resourcePaths) as Audience[];
  return (
    audiences.find((audience) => resource.replace(/\/$/, "") === `${origin}${resourcePaths[audience]}`) ??
    null
  );
}

/** `/mcp` returns to clients without a token where to sign in, if members can sign in. */
export function mcpTarget({ publicOrigin, console }: ServerPorts): TokenTarget {
  return {
    audience: "mcp",
    challenge: (context) =>
      console === undefined
        ? []
        : [`resource_metadata="${ownOrigin(context, publicOrigin)}${metadataPath("mcp")}"`],
  };
}
