/** Redirect URIs: which may be registered, and when one of a request matches. */
import { parseUrl } from "../../contract/values/parse-url.ts";

const longest = 2_000;

/** Schemes of desktop applications that have no period in their name. */
const knownSchemes = ["cursor:", "vscode:", "vscode-insiders:", "windsurf:", "zed:"];

const loopbackHosts = ["127.0.0.1", "[::1]", "localhost"];

export type RedirectKind = "web" | "local" | "app";

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && loopbackHosts.includes(hostname);

/** A reverse domain name (RFC 8252) cannot be `javascript:` or another scheme that a browser runs itself. */
const isAppScheme = ({ protocol }: URL): boolean =>
  knownSchemes.includes(protocol) || /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/.test(protocol);

/** Null when it cannot be registered. */
export function redirectKind(uri: string): RedirectKind | null {
  // A browser removes white space and control characters, so that it would read another URI than the one compared.
  if (uri.length > longest || /[\p{C}\s\\#]/u.test(uri)) return null;
  const url = parseUrl(uri);
  if (url === null) return null;
  if (url.username !== "" || url.password !== "") return null;
  if (url.protocol === "https:") return "web";
  if (isLoopback(url)) return "local";
  return isAppScheme(url) ? "app" : null;
}

export const redirectRule =
  "use an https URL, http://127.0.0.1, http://[::1] or http://localhost with any port, or a scheme that is a reverse " +
  `domain name such as org.example.app:/callback; without fragment and credentials, at most ${longest} characters`;

/** The same text; on this machine with any port, because an application listens on a free one. */
export function matchesRedirect(requested: string, registered: readonly string[]): boolean {
  if (registered.includes(requested)) return true;
  if (redirectKind(requested) !== "local") return false;
  const withoutPort = (uri: string) => {
    const url = new URL(uri);
    url.port = "";
    return url.href;
  };
  return registered.some(
    (uri) => redirectKind(uri) === "local" && withoutPort(uri) === withoutPort(requested),
  );
}
