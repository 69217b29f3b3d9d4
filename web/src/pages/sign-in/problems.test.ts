import { expect, it } from "vitest";
import { messageOf } from "./problems.ts";

it("returns null without a problem", () => {
  expect([messageOf(null), messageOf("")]).toEqual([null, null]);
});

it("says what to do, also for an unknown problem", () => {
  expect(messageOf("not_invited")).toContain("Ask an administrator");
  expect(messageOf("something_new")).toContain("Try again");
});
