import { expect, it } from "vitest";
import { PostingBlocks } from "./posting-blocks.ts";

it("gives back what was pushed, over the borders of blocks", () => {
  const blocks = new PostingBlocks();
  const count = 2 * 2 ** 20 + 3;
  for (let i = 0; i < count; i++) blocks.push(i * 7, i % 251);
  expect(blocks.length).toBe(count);
  const wrong = Array.from({ length: count }, (_, i) => i).filter(
    (i) => blocks.term(i) !== i * 7 || blocks.frequency(i) !== i % 251,
  );
  expect(wrong).toEqual([]);
});
