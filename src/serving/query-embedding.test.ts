import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type CorpusSnapshot, embedderSegmentKind } from "../corpus/snapshot.ts";
import { openModel } from "../publish/embed/open-model.ts";
import { documentsOf, openWorkbench } from "../publish/workbench.case.ts";
import { queryTerms } from "../search/analysis/analyzer.ts";
import { Arena } from "../search/kernels/arena.ts";
import { readSections } from "../search/segment/section-file.ts";
import { queryEmbedding } from "./query-embedding.ts";

it("embeds a query by its words, and by stems where the snapshot has the word vectors of an earlier release", async () => {
  const at = await openWorkbench();
  onTestFinished(() => at.close());
  await at.put(...documentsOf(0, 20));
  await at.publish();
  const { embedder } = at.manifest();
  const segments = join(at.dataDir, "segments");
  const arena = new Arena(1 << 16);
  const file = readSections(join(segments, `${embedder.file}.seg`), embedderSegmentKind, arena);
  const embed = (version: string) => {
    const manifest = { embedder: { ...embedder, version } };
    return queryEmbedding({ arena, embedder: file, manifest } as unknown as CorpusSnapshot, {});
  };
  const model = openModel(segments, embedder.file!);
  const query = "settling settlements quickly";
  const byWords = model.embedQuery(query);
  const byStems = model.embedTerms(queryTerms(query).map((term) => model.dictionary.find(term)));
  expect(await embed(embedder.version)(query)).toEqual(byWords);
  expect(await embed("fitted:3:0123456789ab")(query)).toEqual(byStems);
  expect(byStems).not.toEqual(byWords);
});
