import { describe, expect, it, onTestFinished } from "vitest";
import { bitsetBytes, setBit } from "../../search/bitset.ts";
import { projectBuckets, projectCount, projectFacet } from "./project-facets.ts";
import { rowsWithin } from "./project-filter.ts";
import { openIndex, projectOf } from "./project-index.case.ts";

/** Rows a to e, in this order; three are in "one", two in "two". */
function open() {
  const at = (slug: string, hackathon: string) => projectOf({ slug, hackathon: { slug: hackathon } });
  const opened = openIndex([at("a", "two"), at("b", "one"), at("c", "one"), at("d", "two"), at("e", "one")]);
  onTestFinished(() => opened.dispose());
  return opened.index;
}

function bits(...rows: number[]): Uint8Array {
  const set = new Uint8Array(bitsetBytes(5));
  for (const row of rows) setBit(set, row);
  return set;
}
const column = "hackathons";

describe("a facet", () => {
  it("has buckets by count, then key, with slugs only where they are asked for", () => {
    const index = open();
    const bucket = (key: string, count: number, sampleProjectSlugs: string[] = []) => ({
      key,
      label: key,
      count,
      sampleProjectSlugs,
    });
    expect(projectFacet(index, bits(0, 1, 3, 4), { column })).toEqual([bucket("one", 2), bucket("two", 2)]);
    expect(projectFacet(index, bits(0, 1, 2, 3), { column, samples: 1 })).toEqual([
      bucket("one", 2, ["b"]),
      bucket("two", 2, ["a"]),
    ]);
    expect(projectFacet(index, index.liveRows(), { column, topK: 1, samples: 5 })).toEqual([
      bucket("one", 3, ["b", "c", "e"]),
    ]);
  });

  it("is kept, apart for each set of rows, column and options; the least recently used is recounted", () => {
    const index = open();
    const rows = bits(0, 1, 3);
    const facet = (topK: number) => projectFacet(index, rows.slice(), { column, topK, samples: 1 });
    const [first, second] = [facet(1000), facet(1001)];
    expect(facet(1000)).toBe(first);
    expect(projectFacet(index, rows, { column, topK: 1000 })).not.toBe(first);
    expect(projectFacet(index, rows, { column: "labels", topK: 1000, samples: 1 })).toEqual([]);
    for (let topK = 1; topK <= 252; topK++) facet(topK);
    expect(facet(1000)).toBe(first);
    for (let topK = 253; topK <= 256; topK++) facet(topK);
    expect(facet(1000)).toBe(first);
    expect(facet(1001)).not.toBe(second);
    for (const others of [bits(0), bits(0, 1), bits(0, 1, 4), index.liveRows()])
      expect(projectFacet(index, others, { column, topK: 1000, samples: 1 })).not.toEqual(first);
  });
});

it("the rows that hold one value are counted within a set", () => {
  const index = open();
  expect(projectCount(index, bits(0, 1, 2), { column, key: "one" })).toBe(2);
  expect(projectCount(index, bits(0, 1, 2), { column, key: "unknown" })).toBe(0);
});

it("rows of a set that hold any of some values are a set of their own", () => {
  const index = open();
  const given = bits(0, 1, 2);
  expect(rowsWithin(index, given, { column, keys: ["one"] })).toEqual(bits(1, 2));
  expect(rowsWithin(index, given, { column, keys: ["one", "two", "unknown"] })).toEqual(given);
  expect(rowsWithin(index, given, { column, keys: [] })).toEqual(bits());
  expect(given).toEqual(bits(0, 1, 2));
});

it("buckets over several cohorts have a count and slugs for each, by the sum of the counts", () => {
  const index = open();
  const cohorts = [bits(0, 3), bits(0, 1, 2, 3)];
  const two = { key: "two", label: "two", counts: [2, 2], samples: [["a"], ["a"]] };
  const one = { key: "one", label: "one", counts: [0, 2], samples: [[], ["b"]] };
  expect(projectBuckets(index, cohorts, { column, samples: 1 })).toEqual([two, one]);
  expect(projectBuckets(index, cohorts, { column, topK: 1 })).toEqual([{ ...two, samples: [[], []] }]);
});
