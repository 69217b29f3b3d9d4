/** A real OpenID Connect provider on this machine, and a browser that signs in to it. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import type { Visitor } from "./console.ts";

export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
}

export interface IdentityProvider {
  issuer: string;
  /** Who signs in next; null cancels. */
  person: Person | null;
  /** Parameters of the authorization requests. */
  requests: URLSearchParams[];
  close(): Promise<void>;
}

export const client = { id: "prior-art:console&co", secret: "s3cret:with%odd+characters" };

export interface ProviderOptions {
  /** Whether the e-mail is in the ID token, or only at the user-info endpoint. */
  emailInIdToken: boolean;
  redirectUri: string;
}

export async function startProvider(options: ProviderOptions): Promise<IdentityProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => response.end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const running: IdentityProvider = {
    issuer,
    person: null,
    requests: [],
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const people = new Map<string, Person>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [options.redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code"],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    conformIdTokenClaims: !options.emailInIdToken,
    cookies: { keys: ["of these tests only"] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ ...people.get(id), sub: id }) }),
  });
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url!.startsWith("/auth?")) running.requests.push(new URL(request.url!, issuer).searchParams);
    if (!request.url!.startsWith("/interaction/")) void callback(request, response);
    else void interact(request, response);
  };
  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const { person } = running;
    if (person === null) {
      await provider.interactionFinished(request, response, { error: "access_denied" });
    } else if (prompt.name === "login") {
      people.set(person.sub, person);
      await provider.interactionFinished(request, response, { login: { accountId: person.sub } });
    } else {
      const grant = new provider.Grant({
        accountId: session!.accountId,
        clientId: params.client_id as string,
      });
      grant.addOIDCScope("openid email");
      await provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
    }
  }
  return running;
}

/** Follows the provider's pages, with separate cookies, until it is redirected to `home`. */
export async function signInAt(start: string, home: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let step = 0; step < 12; step++) {
    if (url.startsWith(home)) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { Cookie: cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      cookies.set(name!, value!);
    }
    const text = await response.text();
    const location = response.headers.get("location");
    if (location === null) throw new Error(`the provider answered ${response.status}: ${text.slice(0, 500)}`);
    url = new URL(location, url).href;
  }
  throw new Error("the provider sends around in circles");
}

/** Follows the redirect back to the console; returns where the console redirects next. */
export async function comeBack(visitor: Visitor, url: string): Promise<string> {
  const response = await fetch(url, {
    redirect: "manual",
    headers: { ...visitor.headers(), "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate" },
  });
  visitor.take(response.headers);
  const text = await response.text();
  const location = response.headers.get("location");
  if (location === null) throw new Error(`the console answered ${response.status}: ${text}`);
  return location;
}
