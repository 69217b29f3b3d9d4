/** The product's archive search with a query embedder that always fails: only its text tiers. */
import { loadBuilt } from "./dist.ts";
import type { ArchiveAnswer } from "./research.ts";
import { openSnapshot } from "./snapshot.ts";

export async function openTextAlone(data: string) {
  const { searchArchives } = await loadBuilt<
    typeof import("../../../src/research/search-archives/search-archives.ts")
  >("research/search-archives/search-archives.js");
  const { searchArchivesRequestSchema } =
    await loadBuilt<typeof import("../../../src/contract/api/archive.ts")>("contract/api/archive.js");
  const { snapshot, close } = await openSnapshot(data);
  return {
    searchArchives: (request: object): Promise<ArchiveAnswer> =>
      searchArchives({ snapshot, embedQuery: async () => null }, searchArchivesRequestSchema.parse(request)),
    close,
  };
}
