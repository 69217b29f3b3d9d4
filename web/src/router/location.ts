/** The current location below /console/, based on the browser's history. */
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

/** The URL of a path, such as `token` or `faqs?q=teams`. */
export const hrefOf = (place: string): string => `${base}${place}`;

/** Navigates to a path; `replace` replaces the current history entry. */
export function navigate(place: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", hrefOf(place));
  else history.pushState(null, "", hrefOf(place));
  globalThis.dispatchEvent(new Event(moved));
}
