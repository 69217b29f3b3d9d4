/** The depth scan against the parser: the value that `JSON.parse` makes, measured by walking it. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNestedDeeperThan } from "./json-depth.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("isNestedDeeperThan", () => {
  it("agrees with the parsed value, whatever strings and keys hold", () => {
    const text = fc.stringMatching(/^[[\]{}"\\é😀a]{0,6}$/u);
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        text,
        fc.integer(),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(text, tie("value"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.boolean(), (parsed, spaced) => {
        const json = bytes(JSON.stringify(parsed, null, spaced ? 2 : 0));
        const depth = depthOf(parsed);
        expect(isNestedDeeperThan(depth, json)).toBe(false);
        if (depth > 0) expect(isNestedDeeperThan(depth - 1, json)).toBe(true);
      }),
    );
  });

  it.each([
    ["[][][]", 1],
    ["{}{}", 1],
    ["[{}]", 2],
    ['["[[[","\\"[[["]', 1],
    ['"[[[', 0],
    ['["\\\\",[', 2],
  ])("counts what is open at once in %s: %i", (json, depth) => {
    expect(isNestedDeeperThan(depth, bytes(json))).toBe(false);
    if (depth > 0) expect(isNestedDeeperThan(depth - 1, bytes(json))).toBe(true);
  });

  it("stops at the first level too many", () => {
    expect(isNestedDeeperThan(2, bytes("[[[]]]"))).toBe(true);
    expect(isNestedDeeperThan(0, bytes("[]"))).toBe(true);
    expect(isNestedDeeperThan(0, bytes("1"))).toBe(false);
  });
});
