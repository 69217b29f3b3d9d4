const READ =
  /\b(?:process\.env|import\.meta\.env)(?:\.|\[["'])([A-Z][A-Z0-9_]{2,79})\b|\b(?:getenv|environ\.get|env\.get|env::var|env!|Getenv|LookupEnv|System\.getenv|envString|envUint|envAddress|env\.fetch)[\s(]{0,5}["']([A-Z][A-Z0-9_]{2,79})["']|\b(?:environ|ENV)\[["']([A-Z][A-Z0-9_]{2,79})["']\]/g;

/** The names of environment variables that a program reads by a literal name, each once. */
export function environmentNamesIn(text: string, limit = 200): string[] {
  const found = new Set<string>();
  for (const match of text.matchAll(READ)) {
    const name = match[1] ?? match[2] ?? match[3];
    if (name !== undefined) found.add(name);
    if (found.size >= limit) break;
  }
  return [...found];
}
