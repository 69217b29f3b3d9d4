/**
 * Addresses of pages outside `/console/`. All return the same file: the router in the browser selects the page by
 * address. A segment with a colon is a parameter.
 */
export const pagePaths = [
  "/",
  "/projects",
  "/projects/:slug",
  "/archive",
  "/archive/:id",
  "/check",
  "/landscape",
  "/clusters",
  "/clusters/:key",
  "/analyze",
  "/compare",
  "/technologies",
  "/shortlists",
  "/shortlists/:id",
  "/saved",
  "/suggest",
  "/docs",
] as const satisfies readonly `/${string}`[];

/** Whether a path is the address of a page, with or without a slash at its end. */
export function isPagePath(path: string): boolean {
  const segments = path.replace(/(?<=.)\/$/, "").split("/");
  return pagePaths.some((pattern) => {
    const parts = pattern.split("/");
    return (
      parts.length === segments.length &&
      parts.every((part, at) => (part.startsWith(":") ? segments[at] !== "" : part === segments[at]))
    );
  });
}
