import { beforeEach, expect, it } from "vitest";
import { fakeDimensions, fakeEmbed } from "../corpus/projects/project-index.case.ts";
import { CorpusSnapshot, loadSnapshot } from "../corpus/snapshot.ts";
import type { Embedder } from "../embed/embedder.ts";
import { documentOf, documentsOf, openWorkbench, type Workbench } from "../publish/workbench.case.ts";
import { localSession } from "./local-session.ts";

const vectorOf = (text: string) => fakeEmbed(text) ?? new Float32Array(fakeDimensions).fill(1 / 8);
const embedder: Embedder = {
  version: "onnx:small:1",
  dimensions: fakeDimensions,
  embedQuery: async (text) => vectorOf(text),
  embedTexts: async (texts) => texts.map(vectorOf),
};

let at: Workbench;
beforeEach(async () => {
  at = await openWorkbench();
  return () => at.close();
});

it("means the cosines of the first passages that have a vector, not of those without", async () => {
  // Calibration takes second passages too; later ones have no vector.
  const long = [3, 103, 203].map((number) => documentOf(number).content).join("\n\n");
  await at.put(...documentsOf(0, 10), documentOf(10, { content: long }));
  const { snapshot: id } = await at.publish({ embedder, passages: "lead" });
  const snapshot = new CorpusSnapshot(loadSnapshot(at.dataDir, id));
  try {
    const { archive } = snapshot;
    const session = localSession(archive);
    const query = archive.prepare(vectorOf("payment merchant invoice soil"));
    const documents = Uint32Array.from({ length: 11 }, (_, document) => document);
    const means = session.leadCosines(query, documents);
    let partly = 0;
    for (const document of documents) {
      const { from, to } = archive.chunkRange(document);
      const chunks = Uint32Array.from({ length: Math.min(5, to - from) }, (_, i) => from + i);
      const cosines = [...session.similarities(query, chunks)];
      const embedded = cosines.filter((_, i) => session.vectorOf(chunks[i]!) !== null);
      if (embedded.length < cosines.length) partly++;
      const mean = embedded.reduce((sum, cosine) => sum + cosine, 0) / embedded.length;
      expect(means[document]).toBeCloseTo(mean, 6);
    }
    expect(partly).toBeGreaterThan(0);
  } finally {
    snapshot.close();
  }
});
