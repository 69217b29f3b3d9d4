/** Keeps files that a command writes out of the data directory, whose files they could replace. */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Config } from "../../config/config.ts";
import { UsageError } from "../exit.ts";

/**
 * Throws UsageError when `path`, or what it links to, is in the data directory. With a server, a folder that has the
 * default's name but no catalog is not a data directory.
 */
export function requireOutsideDataDirectory(
  path: string,
  { dataDir, remote }: Pick<Config, "dataDir" | "remote">,
): void {
  if (remote !== null && !existsSync(join(dataDir, "catalog.db"))) return;
  const root = realPath(resolve(dataDir));
  const places = [realPath(resolve(path)), join(realPath(dirname(resolve(path))), basename(path))];
  if (places.some((place) => isInside(place, root)))
    throw new UsageError(
      `${path} is in the data directory ${dataDir}, whose files must not be replaced; give a path outside it`,
    );
}

/** Without symbolic links, also where the end of the path does not exist. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}

function isInside(path: string, root: string): boolean {
  const fromRoot = relative(root, path);
  return fromRoot !== ".." && !fromRoot.startsWith(`..${sep}`) && !isAbsolute(fromRoot);
}
