import { describe, expect, it } from "vitest";
import type { VectorArrays } from "./layout.ts";
import { Rotation } from "./rotation.ts";
import { prepareQuery, VectorIndex, type VectorPointers } from "./vector-index.ts";
import { dimensions, dot, nearest, place, recall, vectors } from "./vectors.case.ts";

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
  const answer = ({ index, scratch, nearLists }: typeof plain, vector: Float32Array, everyList: boolean) => {
    const query = prepareQuery(vector, rotation);
    return index.search(query, { ...options, scratch, near: everyList ? null : nearLists(query) });
  };

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

  /** The distinct ids of a list's slots from one block to another. */
  const idsIn = ({ ids, factors }: VectorArrays, from: number, to: number) =>
    [...ids.keys()].slice(from * 16, to * 16).flatMap((slot) => (factors[slot] === 0 ? [] : [ids[slot]!]));

  /** Ids of the vectors in as many of the nearest lists as hold, on average, slots for the given share of the vectors. */
  function inNearestLists({ arrays, index }: typeof plain, query: Float32Array, share: number): number[] {
    const { int16 } = prepareQuery(query, rotation);
    const { listStarts, centroids, centroidScales, factors } = arrays;
    const product = (list: number) =>
      int16.reduce((sum, x, j) => sum + x * centroids[list * index.dimensions + j]!, 0) *
      centroidScales[list]!;
    const lists = [...centroidScales.keys()].sort((a, b) => product(b) - product(a) || a - b);
    const near = lists.slice(0, Math.ceil((share * all.length * lists.length) / factors.length));
    const found = near.flatMap((list) => idsIn(arrays, listStarts[list]!, listStarts[list + 1]!));
    return [...new Set(found)].sort((a, b) => a - b);
  }

  it.each([
    ["two fifths of the vectors where lists are few", { listsFrom: 1 }, 0.4],
    ["as many where there are 1,024 lists", { listsFrom: 1, listSize: 3 }, 0.4],
    ["28 % where there are 2,048", { listsFrom: 1, listSize: 1 }, 0.2 * Math.SQRT2],
  ])("that are considered by default are the nearest: %s", (_, built, share) => {
    const some = place(all, built);
    const everything = { k: 4_000, candidates: 4_000, mask: 0, scratch: some.scratch };
    for (const query of queries.slice(0, 12)) {
      const prepared = prepareQuery(query, rotation);
      const near = some.nearLists(prepared);
      const { ids, minEstimate } = some.index.search(prepared, { ...everything, near });
      expect([...ids].sort((a, b) => a - b)).toEqual(inNearestLists(some, query, share));
      // There are fewer than wanted.
      expect(minEstimate).toBe(Number.NEGATIVE_INFINITY);
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

  /** Inner products of a stored vector with all centroids. */
  function products({ arrays, index }: typeof plain, vector: Float32Array): number[] {
    const { centroids, centroidScales } = arrays;
    return Array.from(centroidScales, (scale, list) => {
      let sum = 0;
      for (let j = 0; j < dimensions; j++) sum += centroids[list * index.dimensions + j]! * vector[j]!;
      return sum * scale;
    });
  }

  it("hold each vector in the list that a plain loop finds nearest, and once more in a second one", () => {
    const { listStarts, ownEnds, centroidScales } = listed.arrays;
    const lists = [...centroidScales.keys()];
    const inLists = lists.map((list) => idsIn(listed.arrays, listStarts[list]!, listStarts[list + 1]!));
    for (const ids of inLists) expect(new Set(ids).size).toBe(ids.length);
    const times = new Map<number, number>();
    for (const id of inLists.flat()) times.set(id, (times.get(id) ?? 0) + 1);
    const present = [...all.keys()].filter((id) => all[id]);
    expect(times).toEqual(new Map(present.map((id) => [id, 2])));
    for (const id of present.filter((_, i) => i % 50 === 0)) {
      const to = products(listed, listed.index.rotatedVector(id));
      const nearest = lists.filter((list) => to[list]! > Math.max(...to) - 0.01);
      const own = nearest.flatMap((list) => idsIn(listed.arrays, listStarts[list]!, ownEnds[list]!));
      expect(own).toContain(id);
    }
    // A list's own vectors come first: few others are in their last block.
    const own = lists.flatMap((list) => idsIn(listed.arrays, listStarts[list]!, ownEnds[list]!));
    expect(own.length).toBeGreaterThanOrEqual(present.length);
    expect(own.length).toBeLessThan(present.length + 16 * lists.length);
  });

  it("choose the second list by its residual: short, and of another direction than the first", () => {
    const { centroids, centroidScales, listStarts, ownEnds } = listed.arrays;
    const centroid = (list: number) =>
      Float32Array.from(
        { length: dimensions },
        (_, j) => centroids[list * dimensions + j]! * centroidScales[list]!,
      );
    const listsOf = (id: number) =>
      [...centroidScales.keys()].filter((list) =>
        idsIn(listed.arrays, listStarts[list]!, listStarts[list + 1]!).includes(id),
      );
    for (let id = 1; id < all.length; id += 401) {
      const stored = listed.index.rotatedVector(id);
      const length = Math.hypot(...stored);
      const x = stored.map((one) => one / length);
      const to = products(listed, x);
      const own = to.indexOf(Math.max(...to));
      expect(idsIn(listed.arrays, listStarts[own]!, ownEnds[own]!)).toContain(id);
      const residual = x.map((one, j) => one - to[own]! * centroid(own)[j]!);
      const unit = residual.map((one) => one / Math.hypot(...residual));
      const loss = (list: number) => {
        const rest = x.map((one, j) => one - centroid(list)[j]!);
        return dot(rest, rest) + 4 * dot(unit, rest) ** 2;
      };
      const others = [...centroidScales.keys()].filter((list) => list !== own);
      const nearest = others.sort((a, b) => to[b]! - to[a]!).slice(0, 23);
      const second = listsOf(id).find((list) => list !== own)!;
      expect(loss(second)).toBeLessThan(Math.min(...nearest.map(loss)) + 0.02);
    }
  });

  it("return a vector that is found in both of its lists once", () => {
    for (const query of queries) {
      const { ids } = listed.index.search(prepareQuery(query, rotation), {
        k: 400,
        candidates: 2_000,
        mask: 0,
        scratch: listed.scratch,
      });
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("give the same where they are many and grouped", () => {
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

  it("of a segment that an earlier version wrote, each vector once and with its own code, are read", () => {
    const { arena, scratch } = listed;
    const { listStarts, ownEnds, centroids, centroidScales, ids: bothIds } = listed.arrays;
    const old = plain.arrays;
    const rows = dimensions / 8;
    const slotCount = listStarts.at(-1)! * 16;
    const slots = new Uint32Array(all.length);
    const written = {
      slots,
      ids: new Uint32Array(slotCount),
      listStarts,
      centroids,
      centroidScales,
      codes: new Uint8Array(slotCount * rows),
      factors: new Float32Array(slotCount),
      int8: new Int8Array(slotCount * dimensions),
      scales: new Float32Array(slotCount),
    };
    const at = (slot: number) => Math.floor(slot / 16) * 16 * rows + (slot % 16);
    const isPlaced = new Set<number>();
    ownEnds.forEach((end, list) => {
      for (let slot = listStarts[list]! * 16; slot < end * 16; slot++) {
        const id = bothIds[slot]!;
        if (isPlaced.has(id)) continue;
        isPlaced.add(id);
        slots[id] = slot;
        written.ids[slot] = id;
        written.factors[slot] = old.factors[id]!;
        written.scales[slot] = old.scales[id]!;
        written.int8.set(old.int8.subarray(id * dimensions, (id + 1) * dimensions), slot * dimensions);
        for (let r = 0; r < rows; r++) written.codes[at(slot) + 16 * r] = old.codes[at(id) + 16 * r]!;
      }
    });
    const pointers = {} as Record<string, number>;
    for (const [name, array] of Object.entries(written)) pointers[name] = arena.place(array);
    const index = new VectorIndex(arena, { arrays: written, at: pointers as VectorPointers }, dimensions);
    expect(index.count).toBe(all.length);
    for (const query of queries)
      expect(answer({ ...listed, index, scratch }, query, true)).toEqual(answer(plain, query, false));
    for (const id of [5, 89, 1_717, 3_999]) {
      expect(index.has(id)).toBe(id !== 89);
      expect(index.rotatedVector(id)).toEqual(plain.index.rotatedVector(id));
    }
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
