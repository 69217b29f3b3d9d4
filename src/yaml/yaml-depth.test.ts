import fc from "fast-check";
import { expect, it } from "vitest";
import { stringify } from "yaml";
import { isYamlDeeperThan } from "./yaml-depth.ts";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it("equals the depth of the value, in block and in flow style", () => {
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom("", "a", "[", "- x", "a: b", "{", '"'),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom("a", "b", "c[", "- d"), tie("tree"), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(tree, fc.integer({ min: 0, max: 8 }), (value, levels) => {
      const expected = depthOf(value) > levels;
      expect(isYamlDeeperThan(levels, stringify(value))).toBe(expected);
      expect(isYamlDeeperThan(levels, JSON.stringify(value))).toBe(expected);
    }),
  );
});

it.each([
  ["brackets", "[".repeat(100_000)],
  ["braces", "{a: ".repeat(100_000)],
  ["dashes on one line", "- ".repeat(100_000)],
  ["question marks on one line", "? ".repeat(100_000)],
])("needs no stack: %s", (_, text) => {
  expect(isYamlDeeperThan(100, text)).toBe(true);
});
