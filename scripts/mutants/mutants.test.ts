import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

const root = resolve(import.meta.dirname, "..", "..");
const tsx = ["--import", "tsx", join(import.meta.dirname, "mutants.ts")];
const run = (...args: string[]) =>
  spawnSync(process.execPath, [...tsx, ...args], {
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

const endedMutants = (directory: string): number => {
  const [own] = readdirSync(directory).filter((name) => name.startsWith("priorart-mutants-"));
  const progress = join(directory, own ?? "", "progress.jsonl");
  return existsSync(progress) ? readFileSync(progress, "utf8").split('"ended"').length - 1 : 0;
};

test.for(["SIGINT", "SIGTERM"] as const)(
  "%s stops the run, and prints what was found until then",
  async (signal) => {
    const directory = mkdtempSync(join(tmpdir(), "priorart-interrupted-"));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    // The endless mutant gets a minute, so that the run is still on when the signal comes.
    const args = ["scripts/mutants/fixture", "--list", "--timeout", "60000"];
    const child = spawn(process.execPath, [...tsx, ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, TMPDIR: directory },
    });
    const output = text(child.stdout);
    const exited = once(child, "exit");
    await expect.poll(() => endedMutants(directory), { timeout: 60_000 }).toBeGreaterThan(3);
    child.kill(signal);
    const [status] = await exited;
    const lines = await output;
    expect(lines).toMatch(/^interrupted after 0 of 1 test files; \d of 14 mutants reached so far:$/m);
    expect(lines).toContain("scripts/mutants/fixture/first-multiple.ts:6:10  < to <=\n  - multiple < from\n");
    expect(lines).toMatch(/^mutation score \d\d\.\d %$/m);
    expect(status).toBe(1);
    expect(readdirSync(directory).filter((name) => name.startsWith("priorart"))).toEqual([]);
  },
);

test("a bad command line is answered with the usage", () => {
  const { stderr, status } = run("src/search", "--sample", "some");
  expect(stderr).toContain('--sample must be a whole number, not "some"');
  expect(stderr).toContain("Usage: npm run mutants -- PATH");
  expect(status).toBe(2);
});
