import { availableParallelism } from "node:os";
import { expect, it } from "vitest";
import { defaultThreads, threadsFor } from "./threads-for.ts";

const many = { build: new Uint32Array(5_000), remote: null };
const here = { archive: null };

it("divides the threads between vectors and analysis", () => {
  const shares = [0, 1, 2, 3, 4, 5].map((threads) => threadsFor(here, many, threads));
  expect(shares.map(({ vectors, analysis }) => [vectors, analysis])).toEqual([
    [0, 0],
    [1, 0],
    [1, 1],
    [2, 1],
    [2, 2],
    [3, 2],
  ]);
});

it("starts as many threads as cores, at most three, none on a single core", () => {
  expect([1, 2, 3, 4, 64].map(defaultThreads)).toEqual([0, 2, 3, 3, 3]);
});

it("starts threads where many documents are built", () => {
  const { vectors, analysis } = threadsFor(here, many, undefined);
  expect(vectors + analysis).toBe(defaultThreads(availableParallelism()));
  const few = { ...many, build: new Uint32Array(4_999) };
  expect(threadsFor(here, few, undefined)).toEqual({ vectors: 0, analysis: 0 });
});

it("starts none where vectors or the archive are made elsewhere", () => {
  expect(threadsFor(here, { ...many, remote: {} as never }, 3)).toEqual({ vectors: 0, analysis: 0 });
  expect(threadsFor({ archive: {} as never }, many, 3)).toEqual({ vectors: 0, analysis: 0 });
});
