/** An application that signs in by OAuth 2.1, without a library: every parameter can be changed. */
import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { type ConsoleServer, newConsole, type Visitor } from "./console.ts";

export const callback = "https://assistant.example.com/callback";

/** Of a request to `/mcp`. */
export const mcpHeaders = {
  Accept: "application/json, text/event-stream",
  "Content-Type": "application/json",
};
export const listTools = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

export interface OAuthService {
  server: ConsoleServer;
  ada: Visitor;
  bob: Visitor;
  /** Registered from 192.0.2.1. */
  client: Client;
}

/** For all tests of a file: a server with two members and a registered application; trusts a proxy on this machine. */
export function useOAuth(): () => OAuthService {
  let opened: OAuthService;
  beforeAll(async () => {
    const server = await newConsole({ PRIORART_TRUSTED_PROXIES: "127.0.0.1" });
    await server.start();
    opened = {
      server,
      ada: await server.member("ada@example.org"),
      bob: await server.member("bob@example.org"),
      client: { server, id: (await register(server)).body.client_id },
    };
  });
  afterAll(() => opened?.server.dispose());
  return () => opened;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the shape.
  body: any;
}

async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === "" ? null : JSON.parse(text) };
}

export async function postForm(
  url: string,
  fields: Record<string, string> | [string, string][],
): Promise<Answer> {
  return answerOf(await fetch(url, { method: "POST", body: new URLSearchParams(fields) }));
}

/** `address`: as a trusted proxy reports it. */
export async function register(
  { url }: Pick<ConsoleServer, "url">,
  metadata: object = {},
  address = "192.0.2.1",
): Promise<Answer> {
  const body = JSON.stringify({ client_name: "Assistant", redirect_uris: [callback], ...metadata });
  const headers = { "Content-Type": "application/json", "X-Forwarded-For": address };
  return answerOf(await fetch(`${url}/oauth/register`, { method: "POST", headers, body }));
}

export interface Asked {
  /** The query string that the member's browser is sent to the page of consent with. */
  request: string;
  verifier: string;
}

/** A request for an authorization; null leaves a parameter out. */
export function askFor(clientId: string, change: Record<string, string | null> = {}): Asked {
  const verifier = randomBytes(32).toString("base64url");
  const parameters: Record<string, string | null> = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    state: "s-1",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...change,
  };
  const sent = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return { request: new URLSearchParams(sent).toString(), verifier };
}

/** The address that the member's browser opens after the answer. */
export async function answer(
  visitor: Visitor,
  { request }: Asked,
  { approve = true, scopes }: { approve?: boolean; scopes?: string[] } = {},
): Promise<URL> {
  const { redirectTo } = await visitor.get("answerAuthorization", {
    request,
    approve,
    ...(scopes && { scopes }),
  });
  return new URL(redirectTo);
}

export interface Client {
  server: Pick<ConsoleServer, "url">;
  id: string;
}

/** Redeems a code; fields can be changed, null leaves one out. */
export function redeem(
  { server, id }: Client,
  { code, verifier }: { code: string; verifier: string },
  change: Record<string, string | null> = {},
): Promise<Answer> {
  return postToken(server, {
    grant_type: "authorization_code",
    client_id: id,
    code,
    redirect_uri: callback,
    code_verifier: verifier,
    ...change,
  });
}

export const refresh = (
  { server, id }: Client,
  refreshToken: string,
  change: Record<string, string | null> = {},
): Promise<Answer> =>
  postToken(server, { grant_type: "refresh_token", client_id: id, refresh_token: refreshToken, ...change });

function postToken({ url }: Pick<ConsoleServer, "url">, fields: Record<string, string | null>) {
  const sent = Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== null);
  return postForm(`${url}/oauth/token`, Object.fromEntries(sent));
}

export interface Granted {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  scope: string;
  token_type: string;
}

/** The whole flow: a code, approved by the member, and the tokens that it is redeemed for. */
export async function connect(
  client: Client,
  visitor: Visitor,
  change: Record<string, string | null> = {},
): Promise<Granted> {
  const asked = askFor(client.id, change);
  const code = (await answer(visitor, asked)).searchParams.get("code")!;
  const { status, body } = await redeem(client, { code, verifier: asked.verifier });
  if (status !== 200) throw new Error(`the code was not redeemed: ${JSON.stringify(body)}`);
  return body as Granted;
}
