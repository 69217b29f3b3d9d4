import { expect, it } from "vitest";
import { crowdednessOf } from "./crowdedness.ts";

it("is the share of sampled neighborhoods that are smaller, in per cent with one decimal", () => {
  const sizes = Uint32Array.of(0, 2, 2, 5, 9, 30, 31);
  expect(crowdednessOf(2, sizes)).toEqual({ count: 2, percentile: 14.3 });
  expect(crowdednessOf(0, sizes)).toEqual({ count: 0, percentile: 0 });
  expect(crowdednessOf(100, sizes)).toEqual({ count: 100, percentile: 100 });
});

it("is unknown without sampled neighborhoods", () => {
  expect(crowdednessOf(3, null)).toEqual({ count: 3, percentile: null });
  expect(crowdednessOf(3, new Uint32Array(0))).toEqual({ count: 3, percentile: null });
});
