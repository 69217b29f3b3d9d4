import fc from "fast-check";
import { expect, it } from "vitest";
import { isNestedDeeperThan } from "./json-depth.ts";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it("equals the depth of the parsed value, regardless of strings", () => {
  const text = fc.constantFrom("", "a", "[[", "}", '"', "\\", '\\"[', "é{");
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      text,
      fc.integer(),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(text, tie("tree"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.integer({ min: 0, max: 8 }), (value, levels) => {
      expect(isNestedDeeperThan(levels, Buffer.from(JSON.stringify(value)))).toBe(depthOf(value) > levels);
    }),
  );
});

it("does not recurse: half a million levels", () => {
  expect(isNestedDeeperThan(5_000, Buffer.from("[".repeat(500_000)))).toBe(true);
});
