/** Archive search in this process with a query embedder that never answers: the text tiers only. */
import { type SearchArchivesResponse, searchArchivesRequestSchema } from "../../src/contract/api/archive.ts";
import { dataDirectory } from "../../src/corpus/data-directory.ts";
import { currentSnapshot } from "../../src/corpus/manifest.ts";
import { CorpusSnapshot, loadSnapshot } from "../../src/corpus/snapshot.ts";
import { searchArchives } from "../../src/research/search-archives/search-archives.ts";

export interface TextAlone {
  searchArchives(request: object): Promise<SearchArchivesResponse>;
  close(): void;
}

/** On the current snapshot of a data directory, as it was published. */
export function openTextAlone(data: string): TextAlone {
  const id = currentSnapshot(dataDirectory(data));
  if (id === null) throw new Error(`nothing is published in ${data}`);
  const snapshot = new CorpusSnapshot(loadSnapshot(data, id));
  snapshot.apply({ withdrawnProjects: [], withdrawnDocuments: [], sourceAccess: {} });
  return {
    searchArchives: (request) =>
      searchArchives({ snapshot, embedQuery: async () => null }, searchArchivesRequestSchema.parse(request)),
    close: () => snapshot.close(),
  };
}
