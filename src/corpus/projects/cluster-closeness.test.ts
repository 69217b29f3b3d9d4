import { expect, it, onTestFinished } from "vitest";
import { clusterCloseness } from "./cluster-closeness.ts";
import type { ProjectCorpus } from "./project-corpus.ts";
import { fakeDimensions, openIndex, projectOf } from "./project-index.case.ts";

function axes(...numbers: number[]): Float32Array {
  const vector = new Float32Array(fakeDimensions);
  for (const axis of numbers) vector[axis] = 1 / Math.sqrt(numbers.length);
  return vector;
}

/** Slug → cluster and vector. */
function open(projects: Record<string, [cluster: string | null, vector: Float32Array | null]>) {
  const slugs = Object.keys(projects);
  const keys = ["same", "across", "unknown"];
  const opened = openIndex(
    slugs.map((slug) => projectOf({ slug })),
    {
      vectors: slugs.map((slug) => projects[slug]![1]),
      clustering: {
        clusters: keys.map((key) => ({ key, label: key, summary: "", representatives: [] })),
        clusterOf: new Map(
          slugs.flatMap((slug) => {
            const [cluster] = projects[slug]!;
            return cluster ? [[slug, cluster] as const] : [];
          }),
        ),
      },
    },
  );
  onTestFinished(() => opened.dispose());
  return opened.index;
}

const corpusOf = (projects: ProjectCorpus["projects"], calibrated = (cosine: number) => cosine) =>
  ({ projects, calibrated }) as ProjectCorpus;

it("is the mean closeness of the projects with a vector to their mean, 0 without any", () => {
  const index = open({
    a: ["same", axes(3)],
    b: ["same", axes(3)],
    c: ["across", axes(1)],
    d: ["across", axes(2)],
    e: ["across", null],
    f: ["unknown", null],
    g: [null, axes(9)],
  });
  const found = clusterCloseness(corpusOf(index, (cosine) => cosine / 2));
  expect([...found.keys()]).toEqual(["same", "across", "unknown"]);
  expect(found.get("same")).toBeCloseTo(0.5, 2);
  expect(found.get("across")).toBeCloseTo(Math.SQRT1_2 / 2, 2);
  expect(found.get("unknown")).toBe(0);
  for (const value of found.values()) expect(Math.round(value * 10_000) / 10_000).toBe(value);
});

it("is computed once, over the projects as published", () => {
  const index = open({ a: ["same", axes(1)], b: ["same", axes(2)] });
  const first = clusterCloseness(corpusOf(index));
  index.withdraw("a");
  expect(clusterCloseness(corpusOf(index, () => 0))).toBe(first);
});

it("of a large cluster is that of an even sample", () => {
  const projects = Array.from({ length: 1200 }, (_, i) => [
    `p${String(i).padStart(4, "0")}`,
    ["same", axes(i < 600 ? 1 : 2)] as [string, Float32Array],
  ]);
  const index = open(Object.fromEntries(projects));
  let read = 0;
  const corpus = corpusOf(index, (cosine) => {
    read++;
    return cosine;
  });
  expect(clusterCloseness(corpus).get("same")).toBeCloseTo(Math.SQRT1_2, 2);
  expect(read).toBe(500);
});
