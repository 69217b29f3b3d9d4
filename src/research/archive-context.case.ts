/** For tests: an archive published from rows, as a research context. */
import { CorpusSnapshot, loadSnapshot } from "../corpus/snapshot.ts";
import { openWorkbench, type Workbench } from "../publish/workbench.case.ts";
import { embeddingBytes, queryEmbedding } from "../serving/query-embedding.ts";
import type { ArchiveContext } from "./archive-context.ts";

export interface TestArchive {
  context: ArchiveContext;
  snapshot: CorpusSnapshot;
  close(): Promise<void>;
}

export async function archiveOf(fill: (workbench: Workbench) => Promise<void>): Promise<TestArchive> {
  const workbench = await openWorkbench();
  await fill(workbench);
  const { snapshot: id } = await workbench.publish();
  const snapshot = new CorpusSnapshot(loadSnapshot(workbench.dataDir, id), embeddingBytes);
  snapshot.apply(await workbench.catalog.overlay());
  return {
    context: { snapshot, embedQuery: queryEmbedding(snapshot, {}) },
    snapshot,
    close: async () => {
      snapshot.close();
      await workbench.close();
    },
  };
}
