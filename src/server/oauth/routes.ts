/** Routes of the authorization server: metadata, registration, tokens. The page of consent is one of the console's. */
import { setTimeout as pause } from "node:timers/promises";
import { OAuthError } from "../../accounts/oauth/types.ts";
import type { Audience } from "../../accounts/types.ts";
import { ApiError } from "../../contract/api/errors.ts";
import { checkHost } from "../console/host-check.ts";
import type { ConsolePorts } from "../console/ports.ts";
import type { ServerApp, ServerContext } from "../context.ts";
import type { ServerPorts } from "../ports.ts";
import { refusalDelayMs } from "../refusal-delay.ts";
import { maxConsoleBodyBytes, readForm, readJson } from "../request-body.ts";
import { ownOrigin } from "../request-host.ts";
import { addRoute, type Handler } from "../route.ts";
import { exchangeToken } from "./exchange-token.ts";
import { registrationPath, resourceMetadata, revocationPath, serverMetadata, tokenPath } from "./metadata.ts";
import { onlyOnce, required } from "./parameters.ts";
import { readRegistration, registered } from "./register-client.ts";
import { metadataPath, resourcePaths } from "./resources.ts";

export function addOAuth(
  app: ServerApp,
  { publicOrigin, service, console }: ServerPorts & { console: ConsolePorts },
  addressOf: (context: ServerContext) => string,
): void {
  const { oauth } = console;
  /** Counted before the body is read: nobody is identified yet. */
  const count = async (context: ServerContext) => {
    try {
      await oauth.countRequest(addressOf(context));
    } catch (error) {
      await pause(refusalDelayMs);
      throw error;
    }
  };
  const add = (method: "GET" | "POST", path: string, handler: Handler) => {
    if (publicOrigin === null) app.use(path, checkHost(console.listenHost));
    addRoute(app, { method, path, name: path }, handler);
  };
  const here = (context: ServerContext) => ({ origin: ownOrigin(context, publicOrigin), service });
  for (const audience of Object.keys(resourcePaths) as Audience[])
    add("GET", metadataPath(audience), (context) => context.json(resourceMetadata(audience, here(context))));
  add("GET", "/.well-known/oauth-authorization-server", (context) =>
    context.json(serverMetadata(here(context))),
  );
  add(
    "POST",
    registrationPath,
    inProtocol("invalid_client_metadata", async (context) => {
      await count(context);
      const registration = readRegistration(await readJson(context, maxConsoleBodyBytes));
      return context.json(registered(await oauth.register(registration, addressOf(context))), 201);
    }),
  );
  add(
    "POST",
    tokenPath,
    inProtocol("invalid_request", async (context) => {
      await count(context);
      const form = await readForm(context, maxConsoleBodyBytes);
      return context.json(await exchangeToken(form, { oauth, ...here(context) }));
    }),
  );
  add(
    "POST",
    revocationPath,
    inProtocol("invalid_request", async (context) => {
      await count(context);
      const sent = onlyOnce(await readForm(context, maxConsoleBodyBytes));
      await oauth.revokeToken(required(sent, "token"), required(sent, "client_id"));
      // The same for an unknown token (RFC 7009).
      return context.body(null, 200);
    }),
  );
}

/** Refusals as the protocol says; `malformed` is the code for a body that cannot be read. */
function inProtocol(malformed: "invalid_client_metadata" | "invalid_request", handler: Handler): Handler {
  return async (context) => {
    try {
      return await handler(context);
    } catch (error) {
      if (error instanceof OAuthError) return refusal(context, error);
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      for (const [name, value] of Object.entries(error.headers ?? {})) context.header(name, value);
      return context.json({ error: malformed, error_description: error.message }, error.status);
    }
  };
}

function refusal(context: ServerContext, { code, message, retryAfterSeconds }: OAuthError): Response {
  if (retryAfterSeconds !== null) context.header("Retry-After", String(retryAfterSeconds));
  const status = code === "invalid_client" ? 401 : code === "temporarily_unavailable" ? 429 : 400;
  return context.json({ error: code, error_description: message }, status);
}
