import { expect, it } from "vitest";
import { loadTaxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { packVectors, takeRows } from "../../search/clustering/vectors.ts";
import { projectOf, upTo } from "./clusters.case.ts";
import { moveMisfits } from "./fitting-members.ts";

const taxonomy = loadTaxonomy();

/** Ten rows along each axis, of the given categories, each axis one cluster. */
function move(...categoriesOf: ((row: number) => string)[]) {
  const axes = categoriesOf.length;
  const count = 10 * axes;
  const axisOf = (row: number) => Math.floor(row / 10);
  const projects = upTo(count).map((row) =>
    projectOf(row, {
      categories: {
        version: "1",
        primaryKey: categoriesOf[axisOf(row)]!(row % 10),
        secondaryKey: null,
        confidence: "high",
      },
    }),
  );
  const vectors = packVectors(
    upTo(count).map((row) =>
      Float32Array.from({ length: axes }, (_, d) => (d === axisOf(row) ? 1 : 0.1 * d)),
    ),
    axes,
  );
  const source = {
    rows: count,
    dimensions: axes,
    take: (rows: ArrayLike<number>) => takeRows(vectors, rows),
  };
  const grouping = {
    centroids: takeRows(
      vectors,
      upTo(axes).map((axis) => 10 * axis),
    ),
    nearest: Uint32Array.from(upTo(count), axisOf),
  };
  return { moved: moveMisfits(grouping, { source, projects, taxonomy }), grouping };
}

it("moves members to the cluster that names their category", () => {
  const { moved } = move(
    (row) => (row < 2 ? "gaming" : "clinical-care"),
    () => "gaming",
  );
  expect(moved.nearest[0]).toBe(moved.nearest[10]);
  expect(moved.nearest[2]).not.toBe(moved.nearest[10]);
});

it("moves those of another category out of a cluster without a subject, which then has one", () => {
  const { moved } = move(
    (row) =>
      ["gaming", "gaming", "gaming", "climate-energy", "climate-energy", "jobs-talent", "jobs-talent"][row] ??
      "clinical-care",
    () => "gaming",
    () => "climate-energy",
    () => "jobs-talent",
  );
  expect(moved.nearest[0]).toBe(moved.nearest[10]);
  expect(moved.nearest[3]).toBe(moved.nearest[20]);
});

it("moves members to a cluster that names their category only after others left it", () => {
  const { moved } = move(
    (row) =>
      ["gaming", "gaming", "climate-energy", "climate-energy", "jobs-talent", "jobs-talent"][row] ??
      "clinical-care",
    (row) => (row === 0 ? "clinical-care" : "gaming"),
    () => "climate-energy",
    () => "jobs-talent",
  );
  expect(moved.nearest[0]).toBe(moved.nearest[11]);
  expect(moved.nearest[10]).toBe(moved.nearest[9]);
});

it("leaves members whose category no cluster names, and groupings in which all fit", () => {
  const { moved, grouping } = move(
    (row) => (row < 2 ? "jobs-talent" : "clinical-care"),
    () => "gaming",
  );
  expect(moved).toBe(grouping);
});
