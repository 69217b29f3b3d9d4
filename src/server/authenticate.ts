/** Callers with a token: its checks and the scope's are the first two of every operation. */
import type { Caller } from "../accounts/types.ts";
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

/** Counts the bad token against the client's address, then refuses it: 401, or 429 once the limit is exceeded. */
async function refuse(ports: ServerPorts, address: string): Promise<never> {
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
    { headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' } },
  );
}

export function tokenCallers(
  ports: ServerPorts,
  addressOf: (context: ServerContext) => string,
): CallerSource {
  const { limits, concurrencyLimit, service } = ports;
  return {
    authorize: async (context, operation) => {
      const caller = await authenticate(context, ports, addressOf);
      requireScope(caller, operation, service);
      return caller;
    },
    limits,
    concurrencyLimit,
  };
}

async function authenticate(
  context: ServerContext,
  ports: ServerPorts,
  addressOf: (context: ServerContext) => string,
): Promise<Caller> {
  const header = context.req.header("authorization")?.trim();
  if (!header) {
    throw new ApiError("UNAUTHORIZED", "A token is required; send it as Authorization: Bearer <token>", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
  const token = bearerToken(header);
  const caller =
    token === null
      ? null
      : await ports.accounts.authenticate(token).catch((cause: unknown) => {
          throw unavailable(cause);
        });
  return caller ?? (await refuse(ports, addressOf(context)));
}

function requireScope(caller: Caller, operation: Operation, service: string): void {
  if (operation.scope === "any") return;
  const scope = `${service}:${operation.scope}`;
  if (caller.scopes.includes(scope)) return;
  throw new ApiError("FORBIDDEN", `This token lacks the scope ${scope}; generate one that includes it`, {
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}
