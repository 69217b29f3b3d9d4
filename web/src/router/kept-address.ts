import { ownPath } from "./own-path.ts";

const name = "priorart-next";

/** Kept in this tab over the identity provider's pages, which come back to a fixed address. */
export function keepNext(path: string): void {
  try {
    sessionStorage.setItem(name, path);
  } catch {
    // Storage can be disabled: the first page is shown instead.
  }
}

/** The kept path, once. */
export function takeNext(): string | undefined {
  try {
    const next = ownPath(sessionStorage.getItem(name));
    sessionStorage.removeItem(name);
    return next;
  } catch {
    return undefined;
  }
}
