const VERSION = /^(?:[\^~<>=!v\s([]*)\d[0-9A-Za-z.+\-_^~<>=,|*!\s()[\]]*$/;
const COMMIT = /^[0-9a-f]{12,}$/;
const MAX_CHARACTERS = 60;

/**
 * The version that a file states: an exact one, or a range as written. Undefined for anything else: `*`, `latest`,
 * branches, commits, addresses, paths, placeholders. Only such versions get into evidence, so a token in an address
 * cannot.
 */
export function statedVersion(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim().replace(/\s+/g, " ");
  if (text.length === 0 || text.length > MAX_CHARACTERS) return undefined;
  return VERSION.test(text) && !COMMIT.test(text) && !looksSecret(text) ? text : undefined;
}

/** Long runs of mixed letters and digits, typical of keys and tokens but not of versions. */
function looksSecret(text: string): boolean {
  return (text.match(/[0-9A-Za-z]{20,}/g) ?? []).some((run) => /\d/.test(run) && /[A-Za-z]/.test(run));
}
