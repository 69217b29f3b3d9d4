import fc from "fast-check";
import { expect, it } from "vitest";
import { deepJsonText, jsonText } from "./json-text.ts";

it("writes every JSON value like JSON.stringify", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(deepJsonText(value)).toBe(JSON.stringify(value));
      expect(jsonText(value, 2)).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it("omits members without a value, and writes null for such items", () => {
  const value = { a: undefined, b: [undefined, 1], c: {}, d: [] };
  expect(deepJsonText(value)).toBe(JSON.stringify(value));
});

it.each([
  ["[", "]"],
  ['{"a":', "}"],
])("writes a hundred thousand levels of %s", (open, close) => {
  const text = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
  expect(jsonText(JSON.parse(text), 2)).toBe(text);
});

it.each([
  [100, true],
  [101, false],
])("indents a value of %i levels: %s", (levels, indented) => {
  const value = JSON.parse("[".repeat(levels) + "]".repeat(levels));
  expect(jsonText(value, 2)).toBe(JSON.stringify(value, null, indented ? 2 : 0));
});

it("throws any other error of a value", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  expect(() => jsonText(circular)).toThrow(TypeError);
});
