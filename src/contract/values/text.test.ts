import { describe, expect, it } from "vitest";
import { z } from "zod";
import { choiceList } from "./text.ts";

describe("a list of choices", () => {
  const list = choiceList(z.enum(["a", "b"]));
  const pathsIn = (value: unknown) => list.safeParse(value).error?.issues.map(({ path }) => path);

  it("reports a hundred wrong values at most, at their positions", () => {
    const wrong = Array.from({ length: 500_000 }, (_, i) => (i % 2 === 0 ? "a" : i));
    expect(pathsIn(wrong)).toEqual(Array.from({ length: 100 }, (_, i) => [2 * i + 1]));
    expect(pathsIn([...Array(1_000).fill("a"), "c"])).toEqual([[1_000]]);
  });

  it("may have any length; duplicates are removed", () => {
    expect(list.parse([...Array(100_000).fill("a"), "b"])).toEqual(["a", "b"]);
  });

  it("must be a list, and not empty", () => {
    expect([pathsIn("a"), pathsIn([])]).toEqual([[[]], [[]]]);
  });
});
