import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { writeSections } from "../search/segment/section-writer.ts";
import { tempFolder } from "../search/segment/temp-folder.case.ts";
import { fakeEmbed } from "./projects/project-index.case.ts";
import { segments, slugs, snapshotId, writeSnapshot } from "./snapshot.case.ts";
import { CorpusSnapshot, loadSnapshot } from "./snapshot.ts";
import { SnapshotMemories } from "./snapshot-memory.ts";

const attached: CorpusSnapshot[] = [];
afterEach(() => {
  for (const snapshot of attached.splice(0)) snapshot.close();
});

const load = (most?: number, { root } = writeSnapshot()) =>
  loadSnapshot(root, snapshotId, new SnapshotMemories({ ...(most !== undefined && { most }) }));
const attach = (handle: ReturnType<typeof load>, slot?: number): CorpusSnapshot => {
  const snapshot = new CorpusSnapshot(handle, 0, slot);
  attached.push(snapshot);
  return snapshot;
};

it("segments share a memory up to its size; each lies whole in one, however large it is", () => {
  const written = writeSnapshot();
  const count = (most?: number) => load(most, written).memories.length;
  const sizeOf = (file: string) => statSync(join(written.root, "segments", `${file}.seg`)).size;
  const together = sizeOf("projects") + sizeOf("archive-0") + sizeOf("archive-1");
  expect([count(), count(together), count(together - 1), count(1)]).toEqual([1, 1, 2, 3]);
});

it("a memory that is not the first is filled too", () => {
  const folder = tempFolder();
  const sections = { x: new Uint8Array(400), y: Uint8Array.of(7) };
  const paths = ["a", "b", "c", "d"].map((name) => join(folder, `${name}.seg`));
  for (const path of paths) writeSections(path, { kind: "k", meta: {}, sections });
  const memories = new SnapshotMemories({ most: 2 * statSync(paths[0]!).size });
  const placed = paths.map((path) => memories.place(path, "k"));
  expect(placed.map(({ memory }) => memory)).toEqual([0, 0, 1, 1]);
  expect(placed.map(({ at }) => Object.keys(at))).toEqual(Array(4).fill(["x", "y"]));
  const [, tables] = memories.layRegionTables();
  expect(memories.arenas).toHaveLength(2);
  const table = new Int32Array(memories.arenas[1]!.memory.buffer, tables!, 256);
  expect(table.every((region) => region === 0)).toBe(true);
});

it("a search over several memories answers as one over a single memory", () => {
  const answers = [load(), load(1)].map((handle) => {
    const { archive, projects } = attach(handle);
    const query = archive.analyze(new Map(["rain", "bridg", "market", "wooden"].map((term) => [term, 1])));
    const everywhere = archive.filter();
    const prepared = archive.prepare(fakeEmbed("a wooden bridge in the rain")!);
    return {
      passages: archive.searchPassages(query, 10, everywhere),
      wholes: archive.searchWholes(query, 10, archive.filter({ sources: ["essays"] })),
      nearest: archive.searchVectors(prepared, { k: 10, candidates: 10, filter: archive.filter() }),
      phrase: archive.searchWholes(query, 10, archive.filter({ required: [["wooden", "bridge"]] })),
      exact: archive.passageScores(
        query,
        Uint32Array.from({ length: archive.chunks }, (_, i) => i),
      ),
      projects: slugs.map((slug) => projects.find(slug)),
    };
  });
  expect(answers[0]!.passages.ids.length).toBeGreaterThan(1);
  expect(answers[0]!.nearest.ids.length).toBeGreaterThan(1);
  expect(answers[1]).toEqual(answers[0]);
});

it("withdrawals reach every thread, whatever memory the document lies in", () => {
  const handle = load(1);
  const [one, other] = [attach(handle), attach(handle)];
  for (const { documentId } of segments.flat()) {
    expect(other.archive.find(documentId)).toBeGreaterThanOrEqual(0);
    one.apply({
      withdrawnProjects: [],
      withdrawnDocuments: [{ key: documentId, change: 11 }],
      sourceAccess: {},
    });
    expect(other.archive.find(documentId)).toBe(-1);
  }
});

it("a thread in the slot of one that ended reuses its regions in all memories", () => {
  const handle = load(1);
  const sizes = () => handle.memories.map(({ buffer }) => buffer.byteLength);
  attach(handle, 2);
  const before = sizes();
  attach(handle, 2);
  expect(sizes()).toEqual(before);
  attach(handle, 3);
  sizes().forEach((size, m) => {
    expect(size).toBeGreaterThan(before[m]!);
  });
});
