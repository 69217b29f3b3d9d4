import { expect, it } from "vitest";
import { messageOf } from "./problems.ts";

it("says nothing without a problem", () => {
  expect([messageOf(null), messageOf("")]).toEqual([null, null]);
});

it("says what to do, for a problem that it does not know too", () => {
  expect(messageOf("not_invited")).toContain("Ask an administrator");
  expect(messageOf("something_new")).toContain("Try again");
});
