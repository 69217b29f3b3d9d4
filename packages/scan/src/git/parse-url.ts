/** The URL of the text, or null. `URL.canParse` of Node 20 comes to refuse letters beyond ASCII after many calls. */
export function parseUrl(text: string, base?: URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
