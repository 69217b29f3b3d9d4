const ADDRESS = /\b(?:https?|wss?):\/\/(?:[^\s/@"'`<>]{1,200}@)?([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi;

/** Websites for reading, not services that programs call: a link to a manual does not show use. */
const READING = /^(?:www|docs?|developers?|blog|help|support|learn|forum|community|status|wiki|github)\./;

/** Longer labels of a host that contain digits are treated as keys: some services put a customer's key there. */
const LONG_PART = 20;

/** The host as evidence shows it. */
export function shownHost(host: string): string {
  return host
    .split(".")
    .map((part) => (part.length >= LONG_PART && /\d/.test(part) ? "…" : part))
    .join(".");
}

/** Characters checked before an address, to see whether its line is a comment. */
const BEFORE = 200;

/**
 * The hosts of addresses in program text, each once, in lower case, without the other parts of the address (users,
 * passwords, keys in paths). Addresses in comments and websites for reading do not count.
 */
export function hostsIn(text: string, limit = 200): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(ADDRESS)) {
    const host = (match[1] ?? "").toLowerCase();
    if (host.length > 100 || READING.test(host) || found.has(host)) continue;
    const before = text.slice(Math.max(0, match.index - BEFORE), match.index);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    if (/^\s*(?:\/\/|\/?\*|#|--|;|<!--)/.test(line) || /\s(?:\/\/|#)\s/.test(line)) continue;
    found.add(host);
    if (found.size >= limit) break;
  }
  return [...found];
}
