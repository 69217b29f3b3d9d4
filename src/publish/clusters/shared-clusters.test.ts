import { describe, expect, it } from "vitest";
import { loadTaxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { packVectors, rowOf, takeRows } from "../../search/clustering/vectors.ts";
import { projectOf, upTo } from "./clusters.case.ts";
import { sharedCategories, splitShared } from "./shared-clusters.ts";

const taxonomy = loadTaxonomy();

describe("the two categories of a project", () => {
  const of = (primaryKey: string, secondaryKey: string | null, confidence: "high" | "low" = "low") =>
    sharedCategories(
      [projectOf(0, { categories: { version: "1", primaryKey, secondaryKey, confidence } })],
      taxonomy,
    )[0];

  it("are the same whichever comes first", () => {
    expect(of("gaming", "clinical-care")).toBe(of("clinical-care", "gaming"));
    expect(of("gaming", "clinical-care")).not.toBe(of("gaming", "climate-energy"));
  });

  it("are null where the first is sure, there is no second, or one is no category of the taxonomy", () => {
    expect(of("gaming", "clinical-care", "high")).toBeNull();
    expect(of("gaming", null)).toBeNull();
    expect(of("gaming", "unheard-of")).toBeNull();
    expect(of("insufficient-information", null)).toBeNull();
  });
});

describe("clusters between two categories", () => {
  /** Rows along the axes; half of the first axis's rows share a pair. */
  const split = (shared: number) => {
    const vectors = packVectors(
      upTo(60).map((row) => (row < 30 ? Float32Array.of(1, 0) : Float32Array.of(0, 1))),
      2,
    );
    const source = { rows: 60, dimensions: 2, take: (rows: ArrayLike<number>) => takeRows(vectors, rows) };
    const nearest = Uint32Array.from(upTo(60), (row) => (row < 30 ? 0 : 1));
    const pairs = upTo(60).map((row) => (row < shared ? "one two" : null));
    return splitShared({ centroids: takeRows(vectors, [0, 30]), nearest }, { source, pairs });
  };

  it("hold the projects of a pair that enough share, with their mean as the centre", () => {
    const { centroids, nearest } = split(14);
    expect(centroids.rows).toBe(3);
    expect(new Set(nearest.slice(0, 14)).size).toBe(1);
    expect(nearest[0]).not.toBe(nearest[14]);
    expect([...rowOf(centroids, nearest[0]!)]).toEqual([1, 0]);
  });

  it("are not made for a pair that few share", () => {
    expect(split(5).centroids.rows).toBe(2);
  });

  it("dissolve a cluster of which they leave too little", () => {
    const { centroids, nearest } = split(29);
    expect(centroids.rows).toBe(2);
    expect(nearest[29]).toBe(nearest[0]);
  });
});
