/** The console's cookies. */
import { parseCookies } from "better-auth/cookies";

const prefix = "priorart.";
/** Browsers accept this prefix only with `Secure`, and refuse the cookie from any other host, sub-domains included. */
const hostPrefix = "__Host-";

export const isSecure = (origin: string): boolean => origin.startsWith("https:");

export const cookieName = (origin: string, name: string): string =>
  `${isSecure(origin) ? hostPrefix : ""}${prefix}${name}`;

export interface ShortCookie {
  name: string;
  value: string;
  /** 0 removes the cookie. */
  maxAgeSeconds: number;
  /** `Lax` where the first request that needs it comes from another site. */
  sameSite: "Strict" | "Lax";
}

/** As the value of `Set-Cookie`. `value` needs no escaping: it is base64url. */
export function setCookie(origin: string, { name, value, maxAgeSeconds, sameSite }: ShortCookie): string {
  const secure = isSecure(origin) ? "; Secure" : "";
  return `${cookieName(origin, name)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=${sameSite}${secure}`;
}

/** The value that the browser sent; null without. */
export function readCookie(origin: string, name: string, headers: Headers): string | null {
  return parseCookies(headers.get("cookie") ?? "").get(cookieName(origin, name)) ?? null;
}
