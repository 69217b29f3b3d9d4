import { describe, expect, it } from "vitest";
import { loadTaxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { rowOf } from "../../search/clustering/vectors.ts";
import { projectOf } from "./clusters.case.ts";
import { subjectVectors } from "./subject-vectors.ts";

const taxonomy = loadTaxonomy();
const categorised = (
  primaryKey: string,
  confidence: "high" | "low" = "high",
  secondaryKey: string | null = null,
) => projectOf(0, { categories: { version: "1", primaryKey, secondaryKey, confidence } });
const vector = Float32Array.of(0.6, 0.8);
const of = (...projects: ReturnType<typeof projectOf>[]) => {
  const { vectors } = subjectVectors(
    projects,
    projects.map(() => vector),
    taxonomy,
  );
  return projects.map((_, row) => rowOf(vectors, row));
};
const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, j) => sum + x * b[j]!, 0);

describe("subject vectors", () => {
  it("are of length 1, of the projects that have a vector", () => {
    const projects = [categorised("gaming"), projectOf(1), projectOf(2)];
    const { rows, vectors } = subjectVectors(projects, [vector, null, vector], taxonomy);
    expect(rows).toEqual([0, 2]);
    expect(vectors).toMatchObject({ rows: 2, dimensions: 2 + taxonomy.categories.length + 1 });
    for (const row of [0, 1]) expect(cosine(rowOf(vectors, row), rowOf(vectors, row))).toBeCloseTo(1, 5);
    expect(subjectVectors(projects, [null, null, null], taxonomy).vectors).toMatchObject({ rows: 0 });
  });

  it("bring projects of one category together, the more the surer it is", () => {
    const [games, sure, unsure, other] = of(
      categorised("gaming"),
      categorised("gaming"),
      categorised("gaming", "low"),
      categorised("clinical-care"),
    ) as [Float32Array, Float32Array, Float32Array, Float32Array];
    expect(cosine(games, sure)).toBeGreaterThan(cosine(games, unsure));
    expect(cosine(games, unsure)).toBeGreaterThan(cosine(games, other));
  });

  it("count a second category less than the main one", () => {
    const [games, both, reverse] = of(
      categorised("gaming"),
      categorised("gaming", "high", "social-messaging"),
      categorised("social-messaging", "high", "gaming"),
    ) as [Float32Array, Float32Array, Float32Array];
    expect(cosine(games, both)).toBeGreaterThan(cosine(games, reverse));
  });

  it("put projects that say too little together, and leave those of no category where their text is", () => {
    const [little, less, none] = of(
      categorised("insufficient-information", "low"),
      categorised("insufficient-information", "low"),
      categorised("other-emerging", "low"),
    ) as [Float32Array, Float32Array, Float32Array];
    expect(cosine(little, less)).toBeCloseTo(1, 5);
    expect([...none.subarray(0, 2)]).toEqual([expect.closeTo(0.6, 5), expect.closeTo(0.8, 5)]);
  });
});
