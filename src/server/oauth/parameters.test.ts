import { expect, test } from "vitest";
import { onlyOnce, required } from "./parameters.ts";

const read = (query: string) => onlyOnce(new URLSearchParams(query));

test("each parameter is read once; an empty one counts as missing", () => {
  expect(read("a=1&b=&c=3&b=2")).toEqual({ a: "1", b: "2", c: "3" });
  expect(read("")).toEqual({});
});

test("a repeated one is refused by its name, which is cut where it is long", () => {
  const refusal = (name: string) => {
    try {
      return read(`${name}=1&${name}=2`);
    } catch (error) {
      return error;
    }
  };
  expect(refusal("scope")).toMatchObject({
    code: "invalid_request",
    message: "scope: repeated; send it once",
  });
  expect(refusal("x".repeat(60))).toMatchObject({ message: `${"x".repeat(60)}: repeated; send it once` });
  expect(refusal("x".repeat(61))).toMatchObject({ message: `${"x".repeat(60)}…: repeated; send it once` });
});

test("a required one is returned, and named where it is missing; what every object has is not a parameter", () => {
  expect(required({ code: "c" }, "code")).toBe("c");
  expect(() => required({}, "code")).toThrow("code: missing");
  expect(() => required({}, "toString")).toThrow("toString: missing");
});
