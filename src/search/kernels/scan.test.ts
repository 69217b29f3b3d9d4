import fc from "fast-check";
import { expect, it } from "vitest";
import { Arena } from "./arena.ts";
import { gatheredRoom, layScratch } from "./scratch.ts";

/** Bytes of codes per vector: 32 dimensions. */
const rows = 4;

interface Scan {
  /** Blocks of 16 vectors, with what is added to their estimates. */
  lists: { blocks: { codes: number[]; factors: number[] }[]; base: number }[];
  tables: number[];
  scale: number;
  shift: number;
  k: number;
  startBar: number;
  room: number;
  sumLimit: number;
}

const anySum = 2 ** 31 - 1;

/** Estimates by definition, best first, of equal ones the lower slot. */
function naive({ lists, tables, scale, shift, startBar }: Scan): { slot: number; estimate: number }[] {
  const f = Math.fround;
  let slot = 0;
  const all = lists.flatMap(({ blocks, base }) =>
    blocks.flatMap(({ codes, factors }) =>
      factors.map((factor, v) => {
        let sum = 0;
        for (let r = 0; r < rows; r++) {
          const byte = codes[r * 16 + v]!;
          sum += tables[r * 32 + (byte & 15)]! + tables[r * 32 + 16 + (byte >> 4)]!;
        }
        const estimate = f(f(base) + f(f(factor) * f(f(sum * f(scale)) + f(shift))));
        return { slot: slot++, estimate, factor };
      }),
    ),
  );
  return all
    .filter(({ estimate, factor }) => factor !== 0 && estimate > f(startBar))
    .sort((x, y) => y.estimate - x.estimate || x.slot - y.slot);
}

function scan({
  lists,
  tables,
  scale,
  shift,
  k,
  startBar,
  room,
  sumLimit,
}: Scan): { slot: number; estimate: number }[] {
  const arena = new Arena(1 << 16);
  const { kernels } = arena;
  const scratch = layScratch(arena);
  const blocks = lists.flatMap((list) => list.blocks);
  arena.bytes(scratch.tables, tables.length).set(tables);
  const codes = arena.place(Uint8Array.from(blocks.flatMap((block) => block.codes)));
  const factors = blocks.flatMap((block) => block.factors);
  const factorsAt = arena.place(Float32Array.from(factors));
  const { scores, ids, bins } = scratch;
  kernels.beginScan(factorsAt, scale, shift, factors.length, 0, 0, k, startBar, scores, ids, room, bins);
  let from = 0;
  for (const { blocks, base } of lists) {
    const greatest = Math.fround(Math.max(0, ...blocks.flatMap((block) => block.factors)));
    kernels.scanBlocks(scratch.tables, codes, rows, from, from + blocks.length, base, greatest, sumLimit);
    from += blocks.length;
  }
  const found = kernels.endScan();
  const slots = arena.uint32(ids, found);
  return Array.from(arena.float32(scores, found), (estimate, i) => ({ slot: slots[i]!, estimate }));
}

const byte = fc.integer({ min: 0, max: 255 });
const factor = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(0, 0.01, 0.05, 0.1) },
  fc.float({ min: 0, max: 1, noNaN: true }),
);
const block = fc.record({
  codes: fc.array(byte, { minLength: rows * 16, maxLength: rows * 16 }),
  factors: fc.array(factor, { minLength: 16, maxLength: 16 }),
});
const scans: fc.Arbitrary<Scan> = fc.record({
  lists: fc.array(
    fc.record({
      blocks: fc.array(block, { maxLength: 5 }),
      base: fc.constantFrom(0, 0.3, -0.4, 2),
    }),
    { maxLength: 6 },
  ),
  tables: fc.array(fc.integer({ min: 0, max: 63 }), { minLength: rows * 32, maxLength: rows * 32 }),
  scale: fc.constantFrom(0.01, 0.001, 0.1),
  shift: fc.constantFrom(-1, -3, 0),
  k: fc.integer({ min: 1, max: 60 }),
  startBar: fc.constantFrom(Number.NEGATIVE_INFINITY, 0, 0.25),
  room: fc.constantFrom(120, gatheredRoom),
  sumLimit: fc.constant(anySum),
});

it("a scan finds the k best estimates, and puts the worst of them last", () => {
  fc.assert(
    fc.property(scans, (drawn) => {
      const found = scan(drawn);
      const expected = naive(drawn).slice(0, drawn.k);
      expect(found.map(({ estimate }) => estimate).sort((x, y) => y - x)).toEqual(
        expected.map(({ estimate }) => estimate),
      );
      expect(new Set(found.map(({ slot }) => slot)).size).toBe(found.length);
      const estimates = new Map(naive(drawn).map(({ slot, estimate }) => [slot, estimate]));
      for (const { slot, estimate } of found) expect(estimates.get(slot)).toBe(estimate);
      if (found.length === drawn.k)
        expect(found.at(-1)!.estimate).toBe(Math.min(...found.map(({ estimate }) => estimate)));
    }),
    { numRuns: 400 },
  );
});

it("a scan with a limit leaves out the lists in which a candidate needs a greater sum, and no others", () => {
  fc.assert(
    fc.property(
      scans,
      fc.integer({ min: -1, max: 600 }),
      fc.constantFrom(0, 0.25),
      (drawn, sumLimit, startBar) => {
        // So many are wanted that the bar stays.
        const limited = { ...drawn, k: 1_000, room: gatheredRoom, startBar, sumLimit };
        const found = new Set(scan(limited).map(({ slot }) => slot));
        let first = 0;
        for (const list of limited.lists) {
          const within = naive({ ...limited, lists: [list] }).map(({ slot }) => slot + first);
          first += list.blocks.length * 16;
          const needed = neededSum(list, limited);
          // The kernel subtracts one for rounding.
          if (needed > sumLimit + 3) for (const slot of within) expect(found).not.toContain(slot);
          if (needed < sumLimit) for (const slot of within) expect(found).toContain(slot);
        }
      },
    ),
    { numRuns: 400 },
  );
});

/** The sum with which the greatest factor of a list lifts an estimate to the bar. */
function neededSum({ blocks, base }: Scan["lists"][number], { scale, shift, startBar }: Scan): number {
  const greatest = Math.max(0, ...blocks.flatMap(({ factors }) => factors));
  const missing = startBar - base;
  return missing > 0 && greatest > 0 ? (missing / greatest - shift) / scale : -2;
}
