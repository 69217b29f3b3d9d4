import { expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";
import { repairedEndings } from "./suffix-repair.ts";

it.each([
  ["activaton", "activation"],
  ["prediciton", "prediction"],
  ["lendng", "lending"],
  ["settlemant", "settlement"],
  ["tradimg", "trading"],
])("%s may be %s", (typed, meant) => {
  expect(repairedEndings(typed)).toContain(meant);
});

it.each(["summer", "relief", "think", "inventors", "trading", "governance", "nation"])(
  "%s has no ending that is misspelt",
  (word) => {
    expect(repairedEndings(word)).toEqual([]);
  },
);

it("each is one edit away, keeps at least three letters, and is listed once", () => {
  for (const typed of ["activaton", "lendng", "ing", "aing", "abcing", "x", ""]) {
    const repaired = repairedEndings(typed);
    expect(new Set(repaired).size).toBe(repaired.length);
    for (const word of repaired) {
      expect(editDistance(typed, word, 2)).toBe(1);
      expect(word.slice(0, 3)).toBe(typed.slice(0, 3));
    }
  }
  expect(repairedEndings("ing")).toEqual([]);
});
