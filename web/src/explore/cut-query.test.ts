import { expect, it } from "vitest";
import { cutQuery } from "./cut-query.ts";

it("cuts at a word, in code points", () => {
  expect(cutQuery(" one\n two ")).toBe("one two");
  expect(cutQuery("x".repeat(500))).toHaveLength(500);
  expect(cutQuery("word ".repeat(200))).toBe("word ".repeat(100).trim());
  expect([...cutQuery("😀".repeat(600))]).toHaveLength(500);
});
