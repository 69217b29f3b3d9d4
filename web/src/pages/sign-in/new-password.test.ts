import { expect, it } from "vitest";
import { newPasswordSchema } from "../../../../src/contract/api/console/password.ts";
import { longest, passwordFault, shortest } from "./new-password.ts";

it("finds the fault that the service would find, on both sides of each bound", () => {
  for (const length of [0, shortest - 1, shortest, longest, longest + 1]) {
    for (const character of ["a", "🦀"]) {
      const password = character.repeat(length);
      expect([length, passwordFault(password) === null]).toEqual([
        length,
        newPasswordSchema.safeParse(password).success,
      ]);
    }
  }
});

it("names the bound", () => {
  expect(passwordFault("short")).toContain(`At least ${shortest}`);
  expect(passwordFault("x".repeat(longest + 1))).toContain(`At most ${longest}`);
});
