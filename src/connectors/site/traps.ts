/** Sites that make up pages without end, such as calendars and filters, and what is left out of them. */

const MAX_URL_LENGTH = 1_000;
const MAX_PATH_PARTS = 20;
/** `/a/b/a/b/…`: a relative link that leads one folder deeper each time. */
const MAX_REPEATED_PARTS = 3;
/** Addresses that differ in their numbers or in the values of their parameters only. */
const MAX_ALIKE = 1_000;
/** Combinations of parameters of one path. */
const MAX_COMBINATIONS = 20;

/** A function that says whether one more address is to be read; to be asked once for each address. */
export function trapGuard(): (url: URL) => boolean {
  const alike = new Map<string, number>();
  const combinations = new Map<string, Set<string>>();
  return (url) => {
    const parts = url.pathname.split("/").filter((part) => part !== "");
    if (url.href.length > MAX_URL_LENGTH || parts.length > MAX_PATH_PARTS) return false;
    if (parts.some((part) => parts.filter((other) => other === part).length > MAX_REPEATED_PARTS))
      return false;
    const path = url.pathname.replace(/\d+/g, "0");
    const names = [...new Set([...url.searchParams.keys()])].sort().join("&");
    const known = combinations.get(path) ?? new Set();
    if (names !== "" && !known.has(names)) {
      if (known.size >= MAX_COMBINATIONS) return false;
      combinations.set(path, known.add(names));
    }
    // Only numbers and parameters make a page like another: articles differ in their words.
    if (path === url.pathname && names === "") return true;
    const shape = `${path}?${names}`;
    const count = (alike.get(shape) ?? 0) + 1;
    alike.set(shape, count);
    return count <= MAX_ALIKE;
  };
}
