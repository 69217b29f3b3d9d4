import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..", "..");
const run = (...args: string[]) =>
  spawnSync(process.execPath, ["--import", "tsx", join(import.meta.dirname, "mutants.ts"), ...args], {
    cwd: root,
    encoding: "utf8",
  });

test("killed, endless, surviving and uncovered mutants are counted, survivors listed", () => {
  const { stdout, status } = run("scripts/mutants/fixture", "--list", "--timeout", "300", "--at-least", "90");
  expect(stdout).toContain("scripts/mutants/fixture/first-multiple.ts:6:10  < to <=\n  - multiple < from\n");
  expect(stdout).toContain("14 mutants: 10 killed (1 by time-out), 4 survived (1 of them not covered)");
  expect(stdout).toContain("mutation score 71.4 %");
  expect(status).toBe(1);
});

test("a bad command line is answered with the usage", () => {
  const { stderr, status } = run("src/search", "--sample", "some");
  expect(stderr).toContain('--sample must be a whole number, not "some"');
  expect(stderr).toContain("Usage: npm run mutants -- PATH");
  expect(status).toBe(2);
});
