import fc from "fast-check";
import { expect, it } from "vitest";
import { fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import { seededRandom } from "../../search/random.ts";
import type { VectorArrays } from "../../search/vector/layout.ts";
import { newCodes } from "./embedding.ts";
import { OrderedVectors } from "./ordered-vectors.ts";

const begin = () => newCodes(fittedDimensions, { expected: 8, keptElsewhere: false });

/** Quantised in order. */
function quantised(tasks: readonly Float32Array[]): VectorArrays {
  const codes = begin();
  for (const vectors of tasks)
    for (let at = 0; at < vectors.length; at += fittedDimensions)
      codes.add(vectors.subarray(at, at + fittedDimensions));
  return codes.build();
}

it("quantises the vectors of segments in the order of their tasks, in whatever order these arrive", () => {
  const sizes = fc.array(fc.nat(3), { maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(sizes, { minLength: 1, maxLength: 3 }),
      fc.infiniteStream(fc.nat()),
      (sizesOf, keys) => {
        const kept = new OrderedVectors(begin);
        const random = seededRandom(sizesOf.length);
        const segments = sizesOf.map((sizes) =>
          sizes.map((size) => Float32Array.from({ length: size * fittedDimensions }, random)),
        );
        const tasks = segments.flat();
        // Every segment is known to end before tasks of the next one arrive.
        let [end, arriving] = [0, [] as { task: number; key: number }[]];
        const taken: VectorArrays[] = [];
        const takeAll = () => {
          for (let arrays = kept.take(); arrays; arrays = kept.take()) taken.push(arrays);
        };
        const arrive = ({ task }: { task: number }) => {
          kept.add(task, tasks[task]!);
          takeAll();
        };
        for (const segment of segments) {
          for (const _ of segment) arriving.push({ task: end++, key: keys.next().value as number });
          arriving.sort((x, y) => x.key - y.key || x.task - y.task);
          arriving.splice(0, arriving.length >> 1).forEach(arrive);
          kept.finish(end);
          takeAll();
        }
        arriving.forEach(arrive);
        expect(taken).toEqual(segments.map(quantised));
      },
    ),
  );
});

it("gives no vectors of a segment before all are there", () => {
  const kept = new OrderedVectors(begin);
  const vectors = Float32Array.from({ length: 2 * fittedDimensions }, seededRandom(1));
  kept.finish(2);
  kept.add(1, vectors);
  expect(kept.take()).toBeNull();
  kept.add(0, vectors);
  expect(kept.take()).toEqual(quantised([vectors, vectors]));
  expect(kept.take()).toBeNull();
});
