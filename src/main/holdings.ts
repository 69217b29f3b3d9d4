/** Counts of a data directory, from the catalog and the manifest of the current snapshot. */

import type { Holdings } from "../cli/services.ts";
import type { Config } from "../config/config.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, isServed, readManifest } from "../corpus/manifest.ts";
import { hasCatalog, withCatalog } from "./catalog.ts";

/** Null when the data directory does not exist or contains no catalog. */
export async function readHoldings(config: Config): Promise<Holdings | null> {
  if (!hasCatalog(config)) return null;
  const { dataDir } = config;
  return withCatalog(config, async (catalog) => ({
    dataDir,
    catalog: await catalog.counts(),
    imported: await catalog.importTimes(),
    snapshot: readSnapshot(dataDir),
  }));
}

function readSnapshot(dataDir: string): Holdings["snapshot"] {
  const directory = dataDirectory(dataDir);
  const id = currentSnapshot(directory);
  if (id === null) return null;
  const manifest = readManifest(directory, id);
  const { projects, archive } = manifest;
  return {
    id,
    projects: projects.count,
    documents: archive.segments.reduce(
      (sum, segment) => sum + segment.documents - segment.superseded.length,
      0,
    ),
    chunks: archive.segments.reduce((sum, segment) => sum + segment.chunks, 0),
    isServed: isServed(manifest),
  };
}
