/** Sends openid-client's requests through net. */
import type { CustomFetch } from "openid-client";
import { hostOf, namesLoopback } from "../../../contract/values/hosts.ts";
import type { HttpClient } from "../../../net/http-client.ts";
import { ProviderError } from "./provider-error.ts";

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;
/** Statuses whose responses have no body. */
const bodiless = new Set([204, 205, 304]);

/** Requires https, or a loopback address: secrets and codes are sent there. */
export function requireSafeEndpoint(url: URL): void {
  if (url.protocol === "https:" || (url.protocol === "http:" && namesLoopback(url))) return;
  throw new ProviderError("refused", "the discovery document names an endpoint that is not https");
}

/** Redirects are not followed. Only the issuer's own host may be private by its name. */
export function providerFetch(http: HttpClient, issuer: URL): CustomFetch {
  return async (address, { method, headers, body, signal }) => {
    const url = new URL(address);
    requireSafeEndpoint(url);
    const response = await http.send({
      url,
      method: method as "GET" | "POST",
      headers,
      body: body?.toString(),
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      readBody: "always",
      privateHost: hostOf(url) === hostOf(issuer),
      signal,
    });
    const { status } = response;
    return new Response(bodiless.has(status) ? null : new Uint8Array(response.body), {
      status,
      headers: response.headers,
    });
  };
}
