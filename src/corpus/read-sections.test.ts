import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { Arena } from "../search/kernels/arena.ts";
import { writeSections } from "../search/segment/section-writer.ts";
import { SegmentError } from "../search/segment/segment-error.ts";
import { flipBit, tempFolder } from "../search/segment/temp-folder.case.ts";
import { takeSections } from "./read-sections.ts";
import { SnapshotMemories } from "./snapshot-memory.ts";

const values = (file: number) => Uint32Array.from({ length: 20_000 }, (_, i) => i * 31 + file);

/** Twelve files of two sections, in memories of four files each. */
function written() {
  const folder = tempFolder();
  const paths = Array.from({ length: 12 }, (_, file) => {
    const path = join(folder, `${file}.seg`);
    writeSections(path, {
      kind: "k",
      meta: {},
      sections: { values: values(file), last: Uint8Array.of(file) },
    });
    return path;
  });
  return { paths, most: 4 * statSync(paths[0]!).size };
}

it.each([1, 3])("%d threads read every section to its place", (threads) => {
  const { paths, most } = written();
  const memories = new SnapshotMemories({ most, threads });
  const placed = paths.map((path) => memories.place(path, "k"));
  memories.fill();
  expect(memories.arenas).toHaveLength(3);
  placed.forEach(({ memory, at }, file) => {
    const arena = memories.arenas[memory]!;
    expect(arena.uint32(at.values!, 20_000).every((x, i) => x === i * 31 + file)).toBe(true);
    expect(arena.bytes(at.last!, 1)[0]).toBe(file);
  });
});

it.each([1, 3])("a damaged section is reported by name, whichever of %d threads read it", (threads) => {
  const { paths, most } = written();
  for (const damaged of [0, 7, 11]) {
    const bit = (statSync(paths[damaged]!).size - 100) * 8;
    flipBit(paths[damaged]!, bit);
    const memories = new SnapshotMemories({ most, threads });
    for (const path of paths) memories.place(path, "k");
    expect(() => memories.fill()).toThrow(SegmentError);
    expect(() => memories.fill()).toThrow(`${damaged}.seg`);
    flipBit(paths[damaged]!, bit);
  }
});

it("another thread reads through the memory alone, and leaves what is damaged to the calling thread", () => {
  const { paths, most } = written();
  const memories = new SnapshotMemories({ most });
  const placed = paths.map((path) => memories.place(path, "k"));
  const others = memories.arenas.map(({ memory }) => Arena.over(memory));
  const unread = memories.unread;
  const states = new Int32Array(new SharedArrayBuffer(unread.length * 4));
  takeSections({ unread, states }, others);
  expect([...states]).toEqual(unread.map(() => 2));
  placed.forEach(({ memory, at }, file) => {
    expect(memories.arenas[memory]!.bytes(at.last!, 1)[0]).toBe(file);
  });
  flipBit(paths[3]!, (statSync(paths[3]!).size - 100) * 8);
  states.fill(0);
  takeSections({ unread, states }, others);
  expect([...states].filter((state) => state === 3)).toHaveLength(1);
  expect(() => memories.fill()).toThrow("3.seg");
});
