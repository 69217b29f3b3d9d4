/** Callers with a token: its checks and the scope's are the first two of every operation. */
import type { Audience, Caller } from "../accounts/types.ts";
import { ApiError } from "../contract/api/errors.ts";
import type { Operation } from "../contract/api/operations.ts";
import type { CallerSource } from "./caller-source.ts";
import type { ServerContext } from "./context.ts";
import type { ServerPorts } from "./ports.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

/** Real tokens are far shorter; nothing longer needs to be hashed. */
const longestToken = 512;

const unavailable = (cause: unknown) =>
  new ApiError("SERVICE_UNAVAILABLE", "Tokens cannot be checked right now; retry in a moment", { cause });

function bearerToken(header: string): string | null {
  const token = /^bearer +([^\s,]+)$/i.exec(header)?.[1];
  return token !== undefined && token.length <= longestToken ? token : null;
}

/** Where tokens are sent to, and how the refusal of one is described there. */
export interface TokenTarget {
  /** Which grants' tokens are accepted; those of members are accepted everywhere. */
  audience: Audience;
  /** Further parameters of `WWW-Authenticate`: `name="value"`. */
  challenge(context: ServerContext): string[];
}

const apiTarget: TokenTarget = { audience: "api", challenge: () => [] };

const bearer = (...parameters: string[]): { "WWW-Authenticate": string } => ({
  "WWW-Authenticate": ["Bearer", parameters.join(", ")].join(" ").trim(),
});

/** Counts the bad token against the client's address, then refuses it: 401, or 429 once the limit is exceeded. */
async function refuse(ports: ServerPorts, address: string, challenge: string[]): Promise<never> {
  const result = await ports.limits.badToken(address).catch((cause: unknown) => {
    throw unavailable(cause);
  });
  if (!result.allowed) {
    throw new ApiError("RATE_LIMITED", `Too many invalid tokens; wait ${result.retryAfterSeconds} s`, {
      headers: rateLimitHeaders("bad-tokens", result),
    });
  }
  throw new ApiError(
    "UNAUTHORIZED",
    "The token is invalid, expired or was replaced; generate a new one and send it as Authorization: Bearer <token>",
    { headers: bearer('error="invalid_token"', ...challenge) },
  );
}

export function tokenCallers(
  ports: ServerPorts,
  addressOf: (context: ServerContext) => string,
  target: TokenTarget = apiTarget,
): CallerSource {
  const { limits, concurrencyLimit, service } = ports;
  return {
    authorize: async (context, operation) => {
      const challenge = target.challenge(context);
      const caller = await authenticate(context, { ports, addressOf, challenge });
      requireAudience(caller, target.audience, challenge);
      requireScope(caller, operation, { service, challenge });
      return caller;
    },
    limits,
    concurrencyLimit,
  };
}

interface Authentication {
  ports: ServerPorts;
  addressOf(context: ServerContext): string;
  challenge: string[];
}

async function authenticate(
  context: ServerContext,
  { ports, addressOf, challenge }: Authentication,
): Promise<Caller> {
  const header = context.req.header("authorization")?.trim();
  if (!header) {
    throw new ApiError("UNAUTHORIZED", "A token is required; send it as Authorization: Bearer <token>", {
      headers: bearer(...challenge),
    });
  }
  const token = bearerToken(header);
  const caller =
    token === null
      ? null
      : await ports.accounts.authenticate(token).catch((cause: unknown) => {
          throw unavailable(cause);
        });
  return caller ?? (await refuse(ports, addressOf(context), challenge));
}

/** A token that an application was given for one resource is not accepted by the other. */
function requireAudience(caller: Caller, audience: Audience, challenge: string[]): void {
  if (caller.audience === undefined || caller.audience === "any" || caller.audience === audience) return;
  throw new ApiError(
    "UNAUTHORIZED",
    `This token is for ${caller.audience === "mcp" ? "/mcp" : "/api/v1"} only; ask for an authorization of this resource`,
    { headers: bearer('error="invalid_token"', ...challenge) },
  );
}

function requireScope(
  caller: Caller,
  operation: Operation,
  { service, challenge }: { service: string; challenge: string[] },
): void {
  if (operation.scope === "any") return;
  const scope = `${service}:${operation.scope}`;
  if (caller.scopes.includes(scope)) return;
  throw new ApiError("FORBIDDEN", `This token lacks the scope ${scope}; generate one that includes it`, {
    headers: bearer('error="insufficient_scope"', `scope="${scope}"`, ...challenge),
  });
}
