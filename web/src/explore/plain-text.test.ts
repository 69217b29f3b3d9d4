import { expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

it("takes the signs of Markdown out of a passage", () => {
  for (const [passage, expected] of [
    ["…tomorrow? **DESMOND:** Don't build the *no*. And", "…tomorrow? DESMOND: Don't build the no. And"],
    ["users be needed. *Collier…", "users be needed. Collier…"],
    ["…half* of a word", "…half of a word"],
    ["…| 29 % | +1,000 | | Coin | 14 % |", "…29 % · +1,000 · Coin · 14 %"],
    ["| a | b | |---|:--| | c | d |", "a · b · c · d"],
    ["unwinding 96,000 ------------- cost 787", "unwinding 96,000 cost 787"],
    ["borrowed ``` A simple `bound` would", "borrowed A simple bound would"],
    ["within an hour. - Mon 08:00. Opened", "within an hour. • Mon 08:00. Opened"],
    ["see [the paper](https://example.org/a) and ![a map](x.png)", "see the paper and a map"],
    ["## What it does ### How", "What it does How"],
    ["> quoted words", "quoted words"],
  ] as const)
    expect(plainText(passage)).toBe(expected);
});

it("leaves what only looks like Markdown", () => {
  for (const text of [
    "2*3 * 4 = 24 and 5 - 3",
    "snake_case_name in #general",
    "issue #12, a > b",
    "e-mail - the old way - works",
    "a [note] (not a link)",
  ])
    expect(plainText(text)).toBe(text);
});

it("takes little time for passages of signs alone, many times as long as a real one", () => {
  const start = performance.now();
  for (const part of ["|", "-", "*", "[", "![](", "# ", "` ", ". - ", "…", "·  "])
    plainText(part.repeat(2_000 / part.length));
  expect(performance.now() - start).toBeLessThan(1_000);
});
