import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useTemporaryFolder } from "./temporary-folder.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "priorart-temporary-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it("empties what a killed process left, is where temporary files go, and is gone afterwards", () => {
  const folder = join(root, "reading");
  const before = tmpdir();
  mkdirSync(folder);
  writeFileSync(join(folder, "left"), "by a process that was killed");
  const leave = useTemporaryFolder(folder);
  expect(existsSync(join(folder, "left"))).toBe(false);
  expect(tmpdir()).toBe(folder);
  mkdtempSync(join(tmpdir(), "priorart-mbox-"));
  leave();
  expect([existsSync(folder), tmpdir()]).toEqual([false, before]);
});
