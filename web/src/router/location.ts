/** Where we are, below /console/, over the browser's own history. */
import { useSyncExternalStore } from "react";

const base = "/console/";
const moved = "console:moved";

/** Path below the base without slashes at its ends, such as `invitation/abc`; and the query. */
export interface Place {
  path: string;
  query: URLSearchParams;
}

function subscribe(listener: () => void): () => void {
  globalThis.addEventListener("popstate", listener);
  globalThis.addEventListener(moved, listener);
  return () => {
    globalThis.removeEventListener("popstate", listener);
    globalThis.removeEventListener(moved, listener);
  };
}

const address = (): string => location.pathname + location.search;

export function useLocation(): Place {
  const at = useSyncExternalStore(subscribe, address);
  const [pathname, search = ""] = at.split("?", 2) as [string, string?];
  const path = pathname.startsWith(base) ? pathname.slice(base.length) : "";
  return { path: path.replace(/(?<!\/)\/+$/, ""), query: new URLSearchParams(search) };
}

/** The address of a place, such as `token` or `faqs?q=teams`. */
export const hrefOf = (place: string): string => `${base}${place}`;

/** Goes to a place; `replace` leaves no way back to the present one. */
export function navigate(place: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", hrefOf(place));
  else history.pushState(null, "", hrefOf(place));
  globalThis.dispatchEvent(new Event(moved));
}
