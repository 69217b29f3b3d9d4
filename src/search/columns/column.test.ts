import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bitsetBytes, hasBit, setBit } from "../bitset.ts";
import { Column, ColumnBuilder } from "./column.ts";
import { countValues } from "./count-values.ts";
import { countFacet, countFacets } from "./facets.ts";
import { topValues } from "./top-values.ts";

const keys = Array.from({ length: 12 }, (_, i) => `key${i}`);
const table = fc.array(fc.array(fc.constantFrom(...keys), { maxLength: 5 }), { maxLength: 90 });
const chosen = fc.array(fc.boolean(), { minLength: 90, maxLength: 90 });

function columnOf(rows: readonly string[][]): Column {
  const builder = new ColumnBuilder();
  for (const row of rows) builder.add(row.map((key) => ({ key, label: `label of ${key}` })));
  return new Column(builder.build(), builder.values);
}

function bitsOf(rowCount: number, isSet: (row: number) => boolean): Uint8Array {
  const bits = new Uint8Array(bitsetBytes(rowCount));
  for (let row = 0; row < rowCount; row++) if (isSet(row)) setBit(bits, row);
  return bits;
}

describe("Column", () => {
  it("returns each row's keys and labels, without repeats", () => {
    fc.assert(
      fc.property(table, (rows) => {
        const column = columnOf(rows);
        rows.forEach((row, i) => {
          expect(column.keysOf(i).sort()).toEqual([...new Set(row)].sort());
          expect(column.labelsOf(i).sort()).toEqual([...new Set(row)].map((key) => `label of ${key}`).sort());
        });
      }),
    );
  });

  it("orders its values by key, or by label and then key, once", () => {
    const builder = new ColumnBuilder();
    const values = ["c", "a", "d", "b"].map((key) => ({ key, label: key < "c" ? "z" : "y" }));
    for (const value of values) builder.add([value]);
    const column = new Column(builder.build(), builder.values);
    const keys = (byLabel: boolean) =>
      Array.from(column.ranks(byLabel).values, (value) => values[value]!.key);
    expect(keys(false)).toEqual(["a", "b", "c", "d"]);
    expect(keys(true)).toEqual(["c", "d", "a", "b"]);
    expect([...column.ranks(true).places]).toEqual([0, 2, 1, 3]);
    for (const byLabel of [true, false]) expect(column.ranks(byLabel)).toBe(column.ranks(byLabel));
    expect(column.ranks(true)).not.toBe(column.ranks(false));
    expect([...column.rowsOf("d")]).toEqual([2]);
    expect([...column.rowsOf("unknown")]).toEqual([]);
  });

  it("knows a key exactly, else by what differs in case or surrounding spaces only", () => {
    const column = columnOf([["React", "react native"], ["REACT"], ["Next.js"]]);
    expect(column.spellingsOf("React")).toEqual(["React"]);
    expect(column.spellingsOf(" react ")).toEqual(["React", "REACT"]);
    expect(column.spellingsOf("next.JS")).toEqual(["Next.js"]);
    expect(column.spellingsOf("next js")).toEqual([]);
  });

  it("marks the rows that hold any of the keys, and counts those that hold one", () => {
    fc.assert(
      fc.property(
        table,
        fc.array(fc.constantFrom(...keys, "unknown"), { maxLength: 4 }),
        chosen,
        (rows, wanted, choice) => {
          const column = columnOf(rows);
          const bits = bitsOf(rows.length, () => false);
          column.markRows(wanted, bits);
          rows.forEach((row, i) => {
            expect(hasBit(bits, i)).toBe(wanted.some((key) => row.includes(key)));
          });
          const within = bitsOf(rows.length, (row) => choice[row]!);
          for (const key of wanted) {
            expect(column.rowCount(key)).toBe(rows.filter((row) => row.includes(key)).length);
            expect(column.rowCountWithin(key, within)).toBe(
              rows.filter((row, i) => row.includes(key) && choice[i]).length,
            );
          }
        },
      ),
    );
  });
});

describe("countFacet", () => {
  it("counts, orders and samples like a loop over all rows, for any share of them", () => {
    const options = fc.record({ topK: fc.integer({ min: 1, max: 100 }), samples: fc.nat(4) });
    fc.assert(
      fc.property(table, chosen, options, (rows, choice, { topK, samples }) => {
        const holders = new Map<string, number[]>();
        rows.forEach((row, i) => {
          if (choice[i]) for (const key of new Set(row)) holders.set(key, [...(holders.get(key) ?? []), i]);
        });
        const expected = [...holders]
          .sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1))
          .slice(0, topK)
          .map(([key, found]) => ({
            key,
            label: `label of ${key}`,
            count: found.length,
            samples: found.slice(0, samples),
          }));
        const bits = bitsOf(rows.length, (row) => choice[row]!);
        expect(countFacet(columnOf(rows), bits, { topK, samples })).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("returns the same counts from the rows as from their complement", () => {
    const rows = Array.from({ length: 77 }, (_, i) => [keys[i % 5]!, keys[(i * 7) % 12]!]);
    const column = columnOf(rows);
    for (const share of [0, 0.2, 0.5, 0.8, 1]) {
      const isChosen = (row: number) => ((row * 37) % 77) / 77 < share;
      const counts = countValues(column, bitsOf(rows.length, isChosen));
      column.values.forEach(({ key }, value) => {
        const expected = rows.filter((row, i) => isChosen(i) && row.includes(key)).length;
        expect(counts[value]).toBe(expected);
      });
    }
  });
});

describe("countFacets", () => {
  it("orders by the sum over all sets, and counts and samples each like a loop over its rows", () => {
    const sets = fc.array(chosen, { minLength: 1, maxLength: 3 });
    const options = fc.record({ topK: fc.integer({ min: 1, max: 100 }), samples: fc.nat(4) });
    fc.assert(
      fc.property(table, sets, options, (rows, choices, { topK, samples }) => {
        const holders = (key: string, choice: readonly boolean[]) =>
          rows.flatMap((row, i) => (choice[i] && row.includes(key) ? [i] : []));
        const expected = keys
          .map((key) => ({ key, label: `label of ${key}`, found: choices.map((one) => holders(key, one)) }))
          .map((bucket) => ({ ...bucket, sum: bucket.found.reduce((sum, { length }) => sum + length, 0) }))
          .filter(({ sum }) => sum > 0)
          .sort((a, b) => b.sum - a.sum || (a.key < b.key ? -1 : 1))
          .slice(0, topK)
          .map(({ key, label, found }) => ({
            key,
            label,
            counts: found.map(({ length }) => length),
            samples: found.map((those) => those.slice(0, samples)),
          }));
        const bits = choices.map((choice) => bitsOf(rows.length, (row) => choice[row]!));
        expect(countFacets(columnOf(rows), bits, { topK, samples })).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("has no samples of an empty set, however many are wanted", () => {
    const column = columnOf(Array.from({ length: 40 }, () => ["everywhere"]));
    const sets = [bitsOf(40, () => false), bitsOf(40, (row) => row > 37)];
    for (const samples of [1, 500_000])
      expect(countFacets(column, sets, { topK: 5, samples })[0]).toMatchObject({
        counts: [0, 2],
        samples: [[], [38, 39].slice(0, samples)],
      });
    const none = bitsOf(40, () => false);
    expect(countFacets(column, [none, none], { topK: 5, samples: 2 })).toEqual([]);
    expect(countFacets(column, [], { topK: 5, samples: 2 })).toEqual([]);
  });

  it("samples the same from a few of the last rows as from nearly all", () => {
    const rows = Array.from({ length: 400 }, (_, i) => ["everywhere", keys[i % 7]!, keys[(i * 5) % 11]!]);
    const column = columnOf(rows);
    for (const from of [0, 10, 200, 390, 399, 400])
      for (const to of [401, 400, 300, from + 1]) {
        const isChosen = (row: number) => row >= from && row < to;
        const bits = bitsOf(rows.length, isChosen);
        // The larger number exceeds what is recorded while counting.
        for (const limit of [3, 20_000])
          for (const { key, samples } of countFacet(column, bits, { topK: 20, samples: limit })) {
            const all = rows.flatMap((row, i) => (isChosen(i) && row.includes(key) ? [i] : []));
            expect(samples).toEqual(all.slice(0, limit));
          }
      }
  });
});

describe("topValues", () => {
  it("returns the head of a full sort, by label before key if requested, without excluded values", () => {
    const counted = fc.array(fc.record({ count: fc.nat(4), label: fc.constantFrom("x", "y", "z") }), {
      maxLength: 90,
    });
    const limits = fc.oneof(fc.integer({ min: 0, max: 70 }), fc.constant(Number.POSITIVE_INFINITY));
    fc.assert(
      fc.property(counted, limits, fc.boolean(), (entries, limit, byLabel) => {
        const values = entries.map(({ label }, i) => ({ key: `key${(i * 53) % 97}`, label }));
        const arrays = { starts: new Uint32Array(1), values: new Uint32Array(), rows: new Uint32Array() };
        const column = new Column({ ...arrays, rowStarts: new Uint32Array(values.length + 1) }, values);
        const counts = Uint32Array.from(entries, ({ count }) => count);
        const text = (value: number) => `${byLabel ? values[value]!.label : ""}${values[value]!.key}`;
        const expected = values
          .map((_, value) => value)
          .filter((value) => counts[value]! > 0 && value % 3 !== 0)
          .sort((a, b) => counts[b]! - counts[a]! || (text(a) < text(b) ? -1 : 1))
          .slice(0, limit);
        expect(topValues(column, counts, { limit, byLabel, where: (value) => value % 3 !== 0 })).toEqual(
          expected,
        );
      }),
      { numRuns: 300 },
    );
  });
});
