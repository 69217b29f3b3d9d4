import { describe, expect, it } from "vitest";
import { Arena } from "../kernels/arena.ts";
import { layScratch } from "../kernels/scratch.ts";
import { seededGaussian } from "../random.ts";
import { CodesBuilder } from "./codes.ts";
import type { VectorArrays } from "./layout.ts";
import { paddedDimensions, Rotation } from "./rotation.ts";
import {
  prepareDirection,
  prepareQuery,
  prepareRotated,
  VectorIndex,
  type VectorPointers,
} from "./vector-index.ts";

const dimensions = 128;

/** Unit vectors with a decaying spectrum, as embeddings have. */
function vectors(count: number, seed: number): Float32Array[] {
  const gaussian = seededGaussian(seed);
  return Array.from({ length: count }, () => {
    const vector = Float32Array.from({ length: dimensions }, (_, j) => gaussian() / Math.sqrt(1 + j / 4));
    const norm = Math.hypot(...vector);
    return vector.map((x) => x / norm);
  });
}

function place(all: (Float32Array | null)[], lists: { listsFrom?: number; listSize?: number } = {}) {
  const builder = new CodesBuilder(dimensions, all.length);
  for (const vector of all) builder.add(vector);
  const arrays = builder.build(lists);
  const arena = new Arena(1 << 20);
  const at = {} as Record<keyof VectorArrays, number>;
  for (const name of Object.keys(arrays) as (keyof VectorArrays)[]) at[name] = arena.place(arrays[name]);
  const index = new VectorIndex(arena, { arrays, at: at as VectorPointers }, paddedDimensions(dimensions));
  return { index, arrays, arena, scratch: layScratch(arena) };
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, j) => sum + x * b[j]!, 0);

/** The ten nearest by definition. */
function nearest(all: (Float32Array | null)[], query: Float32Array, allowed = (_: number) => true) {
  return all
    .map((vector, id) => ({ id, similarity: vector && allowed(id) ? dot(vector, query) : -2 }))
    .filter((hit) => hit.similarity > -2)
    .sort((x, y) => y.similarity - x.similarity)
    .slice(0, 10);
}

function recall(found: Uint32Array, expected: { id: number }[]): number {
  const wanted = new Set(expected.map((hit) => hit.id));
  return [...found].filter((id) => wanted.has(id)).length / expected.length;
}

describe("Rotation", () => {
  it("keeps inner products", () => {
    const [a, b] = vectors(2, 1) as [Float32Array, Float32Array];
    const rotation = new Rotation(dimensions);
    const turned = [new Float32Array(dimensions), new Float32Array(dimensions)] as const;
    rotation.apply(a, turned[0]);
    rotation.apply(b, turned[1]);
    expect(dot(turned[0], turned[1])).toBeCloseTo(dot(a, b), 5);
    expect(dot(turned[0], turned[0])).toBeCloseTo(1, 5);
  });
});

describe("VectorIndex.search", () => {
  const all: (Float32Array | null)[] = vectors(5_000, 2);
  for (let id = 0; id < all.length; id += 97) all[id] = null;
  const { index, arena, scratch } = place(all);
  const rotation = new Rotation(dimensions);
  const queries = vectors(40, 3);

  it("finds at least 98 % of a full float scan's ten nearest, and never a missing vector", () => {
    let total = 0;
    for (const query of queries) {
      const hits = index.search(prepareQuery(query, rotation), { k: 10, candidates: 300, mask: 0, scratch });
      expect([...hits.ids].every((id) => id % 97 !== 0)).toBe(true);
      total += recall(hits.ids, nearest(all, query));
    }
    expect(total / queries.length).toBeGreaterThanOrEqual(0.98);
  });

  it("returns similarities within 0.01 of the float inner product, best first", () => {
    for (const query of queries) {
      const hits = index.search(prepareQuery(query, rotation), { k: 20, candidates: 100, mask: 0, scratch });
      hits.ids.forEach((id, i) => {
        expect(Math.abs(hits.similarities[i]! - dot(all[id]!, query))).toBeLessThan(0.01);
        if (i > 0) expect(hits.similarities[i]!).toBeLessThanOrEqual(hits.similarities[i - 1]!);
      });
    }
  });

  it("obeys a mask exactly", () => {
    const bits = new Uint8Array(5_016 / 8 + 2);
    const allowed = (id: number) => id % 7 === 3;
    for (let id = 0; id < 5_000; id++) if (allowed(id)) bits[id >> 3]! |= 1 << (id & 7);
    const mask = arena.place(bits);
    let total = 0;
    for (const query of queries) {
      const hits = index.search(prepareQuery(query, rotation), { k: 10, candidates: 300, mask, scratch });
      expect([...hits.ids].every(allowed)).toBe(true);
      total += recall(hits.ids, nearest(all, query, allowed));
    }
    expect(total / queries.length).toBeGreaterThanOrEqual(0.98);
  });

  it("takes only candidates above a given estimate, and says what the last one's is", () => {
    for (const query of queries.slice(0, 20)) {
      const search = (candidates: number, above?: number) =>
        index.search(prepareQuery(query, rotation), {
          k: 1_000,
          candidates,
          mask: 0,
          scratch,
          ...(above !== undefined && { above }),
        });
      const few = search(50);
      const more = search(300, few.leastEstimate);
      expect(few.ids).toHaveLength(50);
      // All of the few, without the one that has the least estimate and those equal to it.
      expect([...more.ids].every((id) => few.ids.includes(id))).toBe(true);
      expect(more.ids.length).toBeGreaterThanOrEqual(45);
      expect(more.ids.length).toBeLessThan(50);
      expect(more.leastEstimate).toBe(few.leastEstimate);
      expect(search(50, 1e9).ids).toHaveLength(0);
    }
  });

  it("returns hits that the next search leaves as they are, and the stored vectors", () => {
    const [one, other] = queries.slice(0, 2).map((query) => prepareQuery(query, rotation));
    const options = { k: 10, candidates: 100, mask: 0, scratch };
    const first = index.search(one!, options);
    const copy = { ids: [...first.ids], similarities: [...first.similarities] };
    index.search(other!, options);
    expect({ ids: [...first.ids], similarities: [...first.similarities] }).toEqual(copy);
    const rotated = new Float32Array(dimensions);
    rotation.apply(all[1]!, rotated);
    const stored = index.rotatedVector(1);
    for (let j = 0; j < dimensions; j++) expect(Math.abs(stored[j]! - rotated[j]!)).toBeLessThan(0.01);
    expect(index.rotatedVector(0)).toEqual(new Float32Array(dimensions));
  });

  it("returns nothing when there are no vectors", () => {
    const empty = place([]);
    const hits = empty.index.search(prepareQuery(queries[0]!, rotation), {
      k: 10,
      candidates: 100,
      mask: 0,
      scratch: empty.scratch,
    });
    expect(hits.ids).toHaveLength(0);
  });
});

describe("inverted lists", () => {
  // Around a few centres, as passages are around topics.
  const centres = vectors(40, 11);
  const all: (Float32Array | null)[] = vectors(4_000, 12).map((vector, i) => {
    const mixed = vector.map((x, j) => 0.6 * x + centres[i % 40]![j]!);
    const norm = Math.hypot(...mixed);
    return mixed.map((x) => x / norm);
  });
  for (let id = 0; id < all.length; id += 89) all[id] = null;
  all[17] = all[1_717]!;
  const plain = place(all);
  const listed = place(all, { listsFrom: 1 });
  const rotation = new Rotation(dimensions);
  const queries = all.filter((vector) => vector !== null).filter((_, i) => i % 100 === 0);
  const options = { k: 10, candidates: 400, mask: 0 };
  const answer = ({ index, scratch }: typeof plain, query: Float32Array, everyList: boolean) =>
    index.search(prepareQuery(query, rotation), { ...options, scratch, everyList });

  it("return the same results as without lists when every list is scanned", () => {
    for (const query of queries) {
      const { ids, similarities } = answer(listed, query, true);
      expect({ ids, similarities }).toMatchObject({
        ids: answer(plain, query, false).ids,
        similarities: answer(plain, query, false).similarities,
      });
    }
  });

  it("hold nearly all of the nearest in the lists that are scanned by default", () => {
    const recalls = queries.map((query) => recall(answer(listed, query, false).ids, nearest(all, query)));
    expect(recalls.reduce((sum, x) => sum + x, 0) / recalls.length).toBeGreaterThanOrEqual(0.95);
  });

  /** Ids of the vectors of the nearest lists that together hold the given share of all slots. */
  function inNearestLists({ arrays, index }: typeof plain, query: Float32Array, share: number): number[] {
    const { int16 } = prepareQuery(query, rotation);
    const { listStarts, centroids, centroidScales, slots } = arrays;
    const product = (list: number) =>
      int16.reduce((sum, x, j) => sum + x * centroids[list * index.dimensions + j]!, 0) *
      centroidScales[list]!;
    const lists = [...centroidScales.keys()].sort((a, b) => product(b) - product(a));
    const near = new Set<number>();
    let left = share * arrays.scales.length;
    for (const list of lists) {
      if (left <= 0) break;
      left -= 16 * (listStarts[list + 1]! - listStarts[list]!);
      near.add(list);
    }
    const listOf = (id: number) => listStarts.findIndex((start) => start * 16 > slots[id]!) - 1;
    return [...all.keys()].filter((id) => all[id] && near.has(listOf(id)));
  }

  it.each([
    ["a quarter of the vectors where lists are few", { listsFrom: 1 }, 0.25],
    ["18 % where there are 1,024 lists", { listsFrom: 1, listSize: 3 }, 0.18],
  ])("that are scanned by default are the nearest: %s", (_, built, share) => {
    const some = place(all, built);
    const everything = { k: 4_000, candidates: 4_000, mask: 0, scratch: some.scratch };
    for (const query of queries.slice(0, 12)) {
      const { ids, leastEstimate } = some.index.search(prepareQuery(query, rotation), everything);
      expect([...ids].sort((a, b) => a - b)).toEqual(inNearestLists(some, query, share));
      // There are fewer than wanted.
      expect(leastEstimate).toBe(Number.NEGATIVE_INFINITY);
    }
  });

  it("give the same vectors and similarities of single vectors as without lists, 0 where one is missing", () => {
    const ids = Uint32Array.of(5, 89, 17, 1_717, 3_999, 5);
    const query = prepareQuery(queries[1]!, rotation);
    const found = listed.index.similarities(query, ids, listed.scratch);
    expect(found).toEqual(plain.index.similarities(query, ids, plain.scratch));
    expect([found[1], found[5]]).toEqual([0, found[0]]);
    expect(found[2]).toBeCloseTo(dot(all[17]!, queries[1]!), 2);
    for (const id of ids) {
      expect(listed.index.rotatedVector(id)).toEqual(plain.index.rotatedVector(id));
      expect([listed.index.has(id), plain.index.has(id)]).toEqual(Array(2).fill(id !== 89));
    }
    for (const { index } of [listed, plain])
      expect([index.count, index.dimensions]).toEqual([all.length, dimensions]);
  });

  it("hold each vector once, with the centroid that a plain loop finds nearest", () => {
    const { slots, ids, listStarts, centroids, centroidScales } = listed.arrays;
    expect(new Set(slots).size).toBe(all.length);
    const lists = centroidScales.length;
    for (let id = 1; id < all.length; id += 53) {
      if (!all[id]) continue;
      expect(ids[slots[id]!]).toBe(id);
      const stored = listed.index.rotatedVector(id);
      const products = Array.from({ length: lists }, (_, list) => {
        let sum = 0;
        for (let j = 0; j < dimensions; j++) sum += centroids[list * dimensions + j]! * stored[j]!;
        return sum * centroidScales[list]!;
      });
      const list = listStarts.findIndex((start) => start * 16 > slots[id]!) - 1;
      expect(products[list]).toBeGreaterThan(Math.max(...products) - 0.01);
    }
  });

  it("are found by the codes of their centroids where they are many", () => {
    const many = place(all, { listsFrom: 1, listSize: 3 });
    expect(many.arrays.centroidScales.length).toBe(1_024);
    for (const query of queries) {
      const { ids, similarities } = answer(many, query, true);
      const unlisted = answer(plain, query, false);
      expect({ ids, similarities }).toEqual({ ids: unlisted.ids, similarities: unlisted.similarities });
    }
    const recalls = queries.map((query) => recall(answer(many, query, false).ids, nearest(all, query)));
    expect(recalls.reduce((sum, x) => sum + x, 0) / recalls.length).toBeGreaterThanOrEqual(0.9);
  });

  it("of a segment that an earlier version wrote, with codes of the vectors themselves, are read", () => {
    const { arrays, arena, scratch } = listed;
    const old = plain.arrays;
    const codes = new Uint8Array(arrays.codes.length);
    const factors = new Float32Array(arrays.factors.length);
    const rows = dimensions / 8;
    const at = (slot: number) => Math.floor(slot / 16) * 16 * rows + (slot % 16);
    arrays.slots.forEach((slot, id) => {
      factors[slot] = old.factors[id]!;
      for (let r = 0; r < rows; r++) codes[at(slot) + 16 * r] = old.codes[at(id) + 16 * r]!;
    });
    const { centroidLengths: _, centroidCodes: __, centroidFactors: ___, ...earlier } = arrays;
    const written = { ...earlier, codes, factors } as VectorArrays;
    const pointers = {} as Record<string, number>;
    for (const [name, array] of Object.entries(written)) pointers[name] = arena.place(array);
    const index = new VectorIndex(arena, { arrays: written, at: pointers as VectorPointers }, dimensions);
    for (const query of queries)
      expect(answer({ ...listed, index, scratch }, query, true)).toEqual(answer(plain, query, false));
  });

  it("obey a mask, and report missing vectors", () => {
    const bits = new Uint8Array(4_016 / 8 + 2);
    for (let id = 5; id < 4_000; id += 7) bits[id >> 3]! |= 1 << (id & 7);
    const mask = listed.arena.place(bits);
    for (const query of queries.slice(0, 8)) {
      const { ids } = listed.index.search(prepareQuery(query, rotation), {
        ...options,
        mask,
        scratch: listed.scratch,
        everyList: true,
      });
      expect([...ids].every((id) => id % 7 === 5 && id % 89 !== 0)).toBe(true);
    }
    expect(listed.index.has(89)).toBe(false);
    expect(listed.index.has(90)).toBe(true);
  });

  it("are deterministic", () => {
    expect(place(all, { listsFrom: 1 }).arrays).toEqual(listed.arrays);
  });
});

describe("a prepared query", () => {
  const [rotated] = vectors(1, 21) as [Float32Array];

  it("has components of at most 1,023, whose scale restores them", () => {
    const { int16, int16Scale } = prepareRotated(rotated);
    expect(Math.max(...int16.map(Math.abs))).toBe(1_023);
    int16.forEach((x, j) => {
      expect(Math.abs(x * int16Scale - rotated[j]!)).toBeLessThanOrEqual(int16Scale / 2 + 1e-9);
    });
    const zero = prepareRotated(new Float32Array(64));
    expect([...new Set(zero.int16)]).toEqual([0]);
  });

  it("of a direction does not depend on its length; no direction stays zero", () => {
    const long = prepareDirection(rotated.map((x) => x * 7));
    expect(Math.hypot(...long.rotated)).toBeCloseTo(1, 5);
    expect(dot(long.rotated, rotated)).toBeCloseTo(1, 5);
    expect(prepareDirection(new Float32Array(64)).rotated).toEqual(new Float32Array(64));
  });
});
