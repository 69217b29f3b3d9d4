import { expect, it, onTestFinished } from "vitest";
import { bitsetBytes, clearBit, setRange } from "../../search/bitset.ts";
import { prepareQuery } from "../../search/vector/vector-index.ts";
import { neighborCloseness, neighborsOf } from "./neighbors.ts";
import { fakeDimensions, openIndex, projectOf } from "./project-index.case.ts";

/** A unit vector at this cosine to the first axis; `axis` tells vectors of one cosine apart. */
function vectorAt(cosine: number, axis: number): Float32Array {
  const vector = new Float32Array(fakeDimensions);
  vector[0] = cosine;
  vector[axis] = Math.sqrt(1 - cosine * cosine);
  return vector;
}

const cosines = [0.3, 0.95, 0.75, 0.55, 1, 0.65, -0.9, 0.85];
const slugs = ["a", "b", "c", "d", "e", "f", "g", "h"];

/** Rows are in the order of the slugs; the last project has no vector. */
function corpusOf(calibrated: (cosine: number) => number = (cosine) => cosine) {
  const vectors = [...cosines.map((cosine, i) => vectorAt(cosine, i + 1)), null];
  const opened = openIndex(
    [...slugs, "none"].map((slug) => projectOf({ slug })),
    { vectors },
  );
  onTestFinished(() => opened.dispose());
  const projects = opened.index;
  const query = prepareQuery(vectorAt(1, 1), projects.rotation);
  const within = new Uint8Array(bitsetBytes(projects.count));
  setRange(within, 0, projects.count);
  return { corpus: { projects, calibrated }, query, within };
}

it("the neighbors are all projects within the minimum closeness, nearest first", () => {
  const { corpus, query, within } = corpusOf();
  const { rows, closeness } = neighborsOf(corpus, query, within);
  expect(Array.from(rows, (row) => corpus.projects.slug(row))).toEqual(["e", "b", "h", "c", "f"]);
  for (const [i, expected] of [1, 0.95, 0.85, 0.75, 0.65].entries())
    expect(Math.abs(closeness[i]! - expected)).toBeLessThan(0.02);
});

it("closeness is the calibrated one", () => {
  const { corpus, query, within } = corpusOf((cosine) => (1 + cosine) / 2);
  const { rows, closeness } = neighborsOf(corpus, query, within);
  expect(Array.from(rows, (row) => corpus.projects.slug(row))).toEqual(["e", "b", "h", "c", "f", "d", "a"]);
  expect(Math.abs(closeness[6]! - 0.65)).toBeLessThan(0.01);
  for (const close of closeness) expect(close).toBeGreaterThanOrEqual(neighborCloseness);
});

it("a project without a vector is not a neighbor, even where every cosine is close enough", () => {
  const { corpus, query, within } = corpusOf(() => 1);
  const { rows, closeness } = neighborsOf(corpus, query, within);
  expect([...rows]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect([...closeness]).toEqual(Array(8).fill(1));
});

it("nothing is a neighbor where no cosine is close enough", () => {
  const { corpus, query, within } = corpusOf(() => neighborCloseness - 0.001);
  expect(neighborsOf(corpus, query, within).rows).toHaveLength(0);
});

it("projects outside the given set are left out", () => {
  const { corpus, query, within } = corpusOf();
  clearBit(within, corpus.projects.find("b"));
  const { rows } = neighborsOf(corpus, query, within);
  expect(Array.from(rows, (row) => corpus.projects.slug(row))).toEqual(["e", "h", "c", "f"]);
});
