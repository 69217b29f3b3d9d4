/** What lies in a data directory, from the catalog and the manifest of the current snapshot. */
import type { Catalog } from "../catalog/catalog.ts";
import { dataDirectory } from "../corpus/data-directory.ts";
import { currentSnapshot, readManifest } from "../corpus/manifest.ts";
import type { Holdings } from "./services.ts";

export async function readHoldings(dataDir: string, catalog: Catalog): Promise<Holdings> {
  return {
    dataDir,
    catalog: await catalog.counts(),
    imported: await catalog.importTimes(),
    snapshot: readSnapshot(dataDir),
  };
}

function readSnapshot(dataDir: string): Holdings["snapshot"] {
  const directory = dataDirectory(dataDir);
  const id = currentSnapshot(directory);
  if (id === null) return null;
  const { projects, archive } = readManifest(directory, id);
  return {
    id,
    projects: projects.count,
    documents: archive.segments.reduce(
      (sum, segment) => sum + segment.documents - segment.superseded.length,
      0,
    ),
    chunks: archive.segments.reduce((sum, segment) => sum + segment.chunks, 0),
  };
}
