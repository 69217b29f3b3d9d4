/** The console's cookies. */
import { parseCookies } from "better-auth/cookies";

const prefix = "priorart.";
/** Browsers accept this prefix only with `Secure`, and reject the cookie from any other host, including subdomains. */
const hostPrefix = "__Host-";

export const isSecure = (origin: string): boolean => origin.startsWith("https:");

export const cookieName = (origin: string, name: string): string =>
  `${isSecure(origin) ? hostPrefix : ""}${prefix}${name}`;

export interface ShortCookie {
  name: string;
  value: string;
  /** 0 deletes the cookie. */
  maxAgeSeconds: number;
  /** `Lax` where the first request that needs it comes from another site. */
  sameSite: "Strict" | "Lax";
}

/** Value of a `Set-Cookie` header. `value` needs no escaping: it is base64url. */
export function setCookie(origin: string, { name, value, maxAgeSeconds, sameSite }: ShortCookie): string {
  const secure = isSecure(origin) ? "; Secure" : "";
  return `${cookieName(origin, name)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** The value sent by the browser; null without one. */
export function readCookie(origin: string, name: string, headers: Headers): string | null {
  return parseCookies(headers.get("cookie") ?? "").get(cookieName(origin, name)) ?? null;
}
