import { expect, it } from "vitest";
import { WordCounts } from "./word-counts.ts";

it("counts words of all texts, in lower case, unstemmed and without stop words", () => {
  const words = new WordCounts();
  for (const text of ["Voters vote for the voter", "", "a VOTE, 支付 and a vote"]) words.add(text);
  expect([...words.counts()].filter(([word]) => /^[a-z]/.test(word))).toEqual([
    ["voters", 1],
    ["vote", 3],
    ["voter", 1],
  ]);
});
