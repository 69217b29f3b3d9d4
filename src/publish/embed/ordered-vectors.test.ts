import fc from "fast-check";
import { expect, it } from "vitest";
import { fittedDimensions } from "../../embed/fitted/fitted-model.ts";
import { seededRandom } from "../../search/random.ts";
import { newCodes } from "./embedding.ts";
import { OrderedVectors } from "./ordered-vectors.ts";

const begin = () => newCodes(fittedDimensions, { expected: 8, keptElsewhere: false });

it("quantises vectors in the order of their tasks, in whatever order they arrive, segment after segment", () => {
  const kept = new OrderedVectors(begin);
  fc.assert(
    fc.property(
      fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
      fc.infiniteStream(fc.nat()),
      fc.nat(6),
      (sizes, keys, finishedAfter) => {
        const random = seededRandom(sizes.length);
        const tasks = sizes.map((size) => Float32Array.from({ length: size * fittedDimensions }, random));
        const codes = begin();
        for (const vectors of tasks)
          for (let at = 0; at < vectors.length; at += fittedDimensions)
            codes.add(vectors.subarray(at, at + fittedDimensions));
        const order = tasks
          .map((_, task) => ({ task, key: keys.next().value as number }))
          .sort((x, y) => x.key - y.key || x.task - y.task);
        order.forEach(({ task }, i) => {
          if (i === finishedAfter) kept.finish(tasks.length);
          expect(kept.take()).toBeNull();
          kept.add(task, tasks[task]!);
        });
        if (finishedAfter >= tasks.length) kept.finish(tasks.length);
        expect(kept.take()).toEqual(codes.build());
      },
    ),
  );
});

it("gives a segment without vectors empty arrays", () => {
  const kept = new OrderedVectors(begin);
  kept.finish(0);
  expect(kept.take()).toEqual(begin().build());
});
