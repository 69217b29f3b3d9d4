import { expect, it } from "vitest";
import { Warnings } from "./warnings.ts";

it("lists each message once, at most twenty of a kind, and how many more there were", () => {
  const warnings = new Warnings();
  for (let n = 0; n < 20; n++) warnings.add("first", `a${n}`);
  warnings.add("first", "a0");
  warnings.add("second", "b");
  expect(warnings.list()).toEqual([...Array.from({ length: 20 }, (_, n) => `a${n}`), "b"]);
  for (const message of ["a20", "a21", "a0"]) warnings.add("first", message);
  const listed = warnings.list();
  expect(listed.slice(19)).toEqual(["a19", "… and 2 more warnings like these (first)", "b"]);
});
