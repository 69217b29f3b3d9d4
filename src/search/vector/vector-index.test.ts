import { describe, expect, it } from "vitest";
import { bitsetBytes, setBit, setRange } from "../bitset.ts";
import { Rotation } from "./rotation.ts";
import { prepareDirection, prepareQuery, prepareRotated } from "./vector-index.ts";
import { dimensions, dot, nearest, place, recall, vectors } from "./vectors.case.ts";

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

  it("finds the nearest of some vectors by their components, missing ones left out, as all of them are estimated", () => {
    const maskOf = (isAllowed: (id: number) => boolean) => {
      const bits = new Uint8Array(bitsetBytes(5_000));
      for (const id of all.keys()) if (isAllowed(id)) setBit(bits, id);
      return arena.place(bits);
    };
    const mask = maskOf((id) => id % 5 === 2);
    for (const query of queries.slice(0, 20)) {
      const prepared = prepareQuery(query, rotation);
      const found = index.nearestAmong(prepared, { k: 10, mask, scratch });
      const { ids: scanned, similarities } = index.search(prepared, {
        k: 10,
        candidates: 4_000,
        mask,
        scratch,
      });
      expect(found).toEqual({ ids: scanned, similarities });
    }
    const prepared = prepareQuery(queries[0]!, rotation);
    const among = (isAllowed: (id: number) => boolean) =>
      index.nearestAmong(prepared, { k: 10, mask: maskOf(isAllowed), scratch }).ids;
    expect(among((id) => id === 97 || id === 98)).toEqual(Uint32Array.of(98));
    expect(among(() => false)).toHaveLength(0);
  });

  it("compares every vector where all are candidates", () => {
    const bits = new Uint8Array(bitsetBytes(5_000));
    setRange(bits, 0, 5_000);
    const everything = arena.place(bits);
    for (const query of queries.slice(0, 20)) {
      const prepared = prepareQuery(query, rotation);
      const { ids } = index.search(prepared, { k: 10, candidates: 5_000, mask: 0, scratch });
      expect(ids).toEqual(index.nearestAmong(prepared, { k: 10, mask: everything, scratch }).ids);
    }
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
      const more = search(300, few.minEstimate);
      expect(few.ids).toHaveLength(50);
      // All of the few, without the one that has the least estimate and those equal to it.
      expect([...more.ids].every((id) => few.ids.includes(id))).toBe(true);
      expect(more.ids.length).toBeGreaterThanOrEqual(45);
      expect(more.ids.length).toBeLessThan(50);
      expect(more.minEstimate).toBe(few.minEstimate);
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
