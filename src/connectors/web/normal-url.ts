/** One spelling for each address, so that one page is one item. */
import { parseUrl } from "../../contract/values/parse-url.ts";
import { percentDecoded } from "./percent-decoded.ts";

/** Parameters that say how a reader came to a page, or who it is; the page is the same without them. */
const tracking =
  /^(?:utm_.*|gclid|gbraid|wbraid|dclid|fbclid|msclkid|twclid|ttclid|yclid|igshid|mc_cid|mc_eid|_hsenc|_hsmi|_ga|_gl|mkt_tok|vero_id|oly_.*_id|phpsessid|jsessionid|aspsessionid.*|sessionid)$/i;

/** Characters that need no percent encoding. */
const unreserved = /[A-Za-z0-9._~-]/;

/**
 * Without fragment, tracking parameters, session and empty query; escapes in one spelling. The order of parameters
 * stays, as it can matter. Applying it again changes nothing.
 */
export function normalUrl(url: URL): URL {
  const normal = new URL(url);
  normal.hash = "";
  normal.pathname = spelled(withoutSession(normal.pathname));
  const parameters = normal.search.slice(1).split("&");
  const kept = parameters.filter((one) => one !== "" && !tracking.test(nameOf(one)));
  normal.search = kept.length === 0 ? "" : `?${kept.map(spelled).join("&")}`;
  return normal;
}

/** Null for what is not the address of a page: another scheme, credentials, too long. */
export function pageUrl(address: string, base?: URL): URL | null {
  const url = parseUrl(address, base);
  if (url === null) return null;
  const isPage = /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (!isPage || url.href.length > 8_000) return null;
  return normalUrl(url);
}

function withoutSession(path: string): string {
  return path.replace(/;(?:jsessionid|phpsessid|sid)=[^/;]*/gi, "");
}

const nameOf = (parameter: string) => percentDecoded(parameter.split("=", 1)[0]!);

/** Upper-case escapes, none where no escape is needed, and `%25` for a percent sign that begins no escape. */
function spelled(text: string): string {
  return text.replace(/%(?![0-9a-f]{2})/gi, "%25").replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return unreserved.test(character) ? character : code.toUpperCase();
  });
}

/** Whether two addresses belong to one site: the same host and port, with or without `www.`, by http or https. */
export function isSameSite(one: URL, other: URL): boolean {
  const host = ({ hostname, port }: URL) => `${hostname.replace(/^www\./, "")}:${port}`;
  return host(one) === host(other);
}
