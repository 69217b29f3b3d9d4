import { expect, it } from "vitest";
import { seededRandom } from "../measure/random.ts";
import { drawPairs } from "./pairs.ts";

it("draws a term of few chunks and one of many, the same for the same seed", () => {
  // "common" is in every chunk, "seldom" in ten, "single" in one, "middling" in sixty, which is neither few nor 5 %.
  const texts = Array.from({ length: 2_000 }, (_, i) =>
    ["common", i < 10 ? "seldom" : "", i === 3 ? "single" : "", i < 60 ? "middling" : ""].join(" ").trim(),
  );
  const pairs = drawPairs(texts, 20, seededRandom(1));
  expect(new Set(pairs)).toEqual(new Set(["seldom common"]));
  expect(pairs).toHaveLength(20);
  const some = texts.map((text, i) => `${text} word${i % 100} often${i % 3}`);
  expect(drawPairs(some, 50, seededRandom(2))).toEqual(drawPairs(some, 50, seededRandom(2)));
  expect(drawPairs(["one text"], 5, seededRandom(3))).toEqual([]);
});
