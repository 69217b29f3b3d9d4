import { beforeEach, describe, expect, it } from "vitest";
import type { ArchiveIndex, ArchiveQuery } from "../corpus/archive/archive-index.ts";
import { fakeDimensions, fakeEmbed } from "../corpus/projects/project-index.case.ts";
import { CorpusSnapshot, loadSnapshot } from "../corpus/snapshot.ts";
import type { Embedder } from "../embed/embedder.ts";
import { documentOf, documentsOf, openWorkbench, type Workbench } from "../publish/workbench.case.ts";
import { prepareRotated } from "../search/vector/vector-index.ts";
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

describe("the search for the nearest of several segments", () => {
  const lists = { lists: Uint32Array.of(3), closeness: Float32Array.of(0.5) };

  /** Two segments with lists, unless `near` says otherwise; every other method finds nothing. */
  function fakeArchive(near: (typeof lists | null)[] = [lists, null, lists]) {
    const searched: object[] = [];
    const nothing = () => ({ ids: new Uint32Array(0) });
    const archive = {
      filter: () => [],
      strongest: () => ({}),
      nearLists: () => near,
      searchPassages: nothing,
      searchWholes: nothing,
      titled: () => [],
      searchVectors: (_: unknown, options: object) => {
        searched.push(options);
        return { ids: Uint32Array.of(1) };
      },
    };
    return { archive: archive as unknown as ArchiveIndex, searched };
  }

  const request = {
    scope: { titles: [] },
    vector: prepareRotated(new Float32Array(32).fill(0.5)),
    pools: { passages: 1, wholes: 1, nearest: 5, coded: 9 },
    searchedTerms: 6,
    authors: [],
  };

  it("is offered to other threads, and done here only where none did it", async () => {
    for (const found of [Uint32Array.of(8, 4), null]) {
      const offered: unknown[] = [];
      const offer = (task: unknown) => {
        offered.push(task);
        return () => found;
      };
      const { archive, searched } = fakeArchive();
      const { nearest } = await localSession(archive, { offer }).gather({} as ArchiveQuery, request);
      const task = { k: 5, candidates: 9, near: [lists, null, lists] };
      expect(offered).toEqual([{ ...task, rotated: request.vector.rotated }]);
      expect(nearest).toEqual(found ?? Uint32Array.of(1));
      expect(searched).toEqual(found ? [] : [{ ...task, filter: [] }]);
    }
  });

  it.each([
    ["one segment", [lists]],
    ["segments whose filter needs every list", [null, null]],
  ])("is not offered for %s", async (_, near) => {
    const offer = () => expect.fail("offered");
    const { archive, searched } = fakeArchive(near);
    await localSession(archive, { offer }).gather({} as ArchiveQuery, request);
    expect(searched).toHaveLength(1);
  });
});
