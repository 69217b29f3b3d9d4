/**
 * The address to go to after a sign-in, if it is one of ours: a path such as `/projects?query=x`. Anything that a browser
 * could read as another origin, or that leads back to the sign-in, is undefined.
 */
export function ownPath(next: string | null | undefined): string | undefined {
  if (!next?.startsWith("/") || /^[/\\]{2}|[\\\t\r\n]/.test(next)) return undefined;
  const base = "http://own.invalid";
  if (!URL.canParse(next, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(next, base);
  if (
    origin !== base ||
    pathname.startsWith("//") ||
    /^\/console(\/(sign-in|sign-up|invitation)(\/.*)?|\/?)$/.test(pathname)
  )
    return undefined;
  return pathname + search + hash;
}
