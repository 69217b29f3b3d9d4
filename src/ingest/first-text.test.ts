import { expect, it } from "vitest";
import { firstText } from "./first-text.ts";

it("is the first of the fields that is a text, cut to 200 characters", () => {
  expect(firstText({ b: "y", a: "x" }, ["a", "b"])).toBe("x");
  expect(firstText({ a: "", b: 7, c: "z" }, ["a", "b", "c"])).toBe("z");
  expect(firstText({ a: "x".repeat(201) }, ["a"])).toBe("x".repeat(200));
  for (const raw of [null, undefined, "text", 7, {}, []]) expect(firstText(raw, ["a", "length"])).toBeNull();
});
