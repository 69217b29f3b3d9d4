import { expect, it } from "vitest";
import { editDistance, nearestOf } from "./near.ts";

it("counts insertions, deletions, substitutions and swaps", () => {
  expect([
    editDistance("", "abc"),
    editDistance("kitten", "sitting"),
    editDistance("ab", "ba"),
    editDistance("same", "same"),
    editDistance("é", "e"),
  ]).toEqual([3, 3, 1, 0, 1]);
});

it("offers the nearest key or label, or nothing", () => {
  const choices = [
    { key: "breakout", label: "Breakout 2025" },
    { key: "ethglobal-new-delhi", label: "ETHGlobal New Delhi" },
  ];
  expect(nearestOf("braekout", choices)?.key).toBe("breakout");
  expect(nearestOf("New Delhi", choices)?.key).toBe("ethglobal-new-delhi");
  expect(nearestOf("something else", choices)).toBeNull();
  expect(nearestOf("", choices)).toBeNull();
});
