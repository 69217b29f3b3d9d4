import { expect, it } from "vitest";
import { ImportUsageError } from "../types.ts";
import { compileMap, evaluateMap } from "./map-expression.ts";

const evaluate = (text: string, record: unknown = {}) => evaluateMap(compileMap(text, "m"), record);

it.each([
  ["a", { a: 1 }, [1]],
  ["[a, 2]", { a: 1 }, [1, 2]],
  ["null", {}, []],
  ["missing", {}, []],
  ["[]", {}, []],
  ['$slug("A & B!")', {}, ["a-b"]],
  ["$slug(missing)", {}, []],
  ['$unescape("a &amp; b &nosuch;")', {}, ["a & b &nosuch;"]],
  ["$unescape(missing)", {}, []],
])("%s of %j is %j", async (text, record, values) => {
  expect(await evaluate(text, record)).toEqual({ values, fault: null });
});

it("an expression that fails is a fault of the record, with its place and without the record's text", async () => {
  const { values, fault } = await evaluate("$number(a)", { a: `secret ${"x".repeat(1_000)}` });
  expect(values).toBeNull();
  expect(fault).toMatchObject({ field: null, rule: "mapping" });
  expect(fault!.message).toMatch(/^the map failed on this record: .{200} … \(at character \d+ of the map\)$/);
  expect((await evaluate('$error("no")')).fault!.message).toMatch(/^the map failed on this record: no/);
});

it("one that does not parse is refused with its line", () => {
  expect(() => compileMap("{\n  a: (\n}", "the map x")).toThrow(ImportUsageError);
  expect(() => compileMap('{\n"a": )\n}', "the map x")).toThrow(
    /^the map x is not a JSONata expression: line 2: /,
  );
  expect(() => compileMap(")", "the map x")).toThrow(/: line 1: /);
});
