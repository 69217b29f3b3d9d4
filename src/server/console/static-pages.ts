/** The built console pages: a folder of files that do not change while the server runs. */
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { ConsolePage, ConsolePages } from "./ports.ts";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

const firstPage = "index.html";

/** Names of files in `assets/` contain a digest of their content. */
const cacheControlOf = (name: string): string =>
  name.startsWith("assets/") ? "public, max-age=31536000, immutable" : "no-cache";

/** Null when the folder has no pages. */
export function openStaticPages(folder: string): ConsolePages | null {
  if (!existsSync(join(folder, firstPage))) return null;
  const names = new Set(filesIn(folder));
  const read = new Map<string, Promise<ConsolePage>>();
  const pageOf = (name: string): Promise<ConsolePage> => {
    const known = read.get(name);
    if (known) return known;
    const reading = readFile(join(folder, name)).then((bytes) => ({
      bytes: new Uint8Array(bytes),
      type: types[extname(name)] ?? "application/octet-stream",
      cacheControl: cacheControlOf(name),
    }));
    read.set(name, reading);
    // A failure may be temporary, such as too many open files.
    reading.catch(() => read.delete(name));
    return reading;
  };
  return {
    async read(path) {
      if (names.has(path)) return pageOf(path);
      // A missing file is not found; any other path is a client-side route.
      return path.startsWith("assets/") || extname(path) !== "" ? null : pageOf(firstPage);
    },
  };
}

/** Paths below the folder, with slashes. Only these are read: no request path reaches the file system. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join("/"),
    );
}
