import { rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
// @ts-expect-error A script without types.
import { fastestTemporaryFolder, newTemporaryFolder } from "./temporary-folder.mjs";

afterEach(() => vi.unstubAllEnvs());

it("is TMPDIR where it is set, even if enough memory is free", () => {
  vi.stubEnv("TMPDIR", "/tmp");
  expect(fastestTemporaryFolder()).toBe("/tmp");
});

it("is the usual one where the file system in memory is missing", () => {
  vi.stubEnv("TMPDIR", "");
  expect(fastestTemporaryFolder("/nowhere")).toBe(tmpdir());
});

it("is the usual one where the path is not a file system of its own: nothing states that programs may run there", () => {
  vi.stubEnv("TMPDIR", "");
  expect(fastestTemporaryFolder(__dirname)).toBe(tmpdir());
});

it("a new folder is the caller's, and other users may enter it without reading it", () => {
  const folder = newTemporaryFolder();
  try {
    expect(statSync(folder).mode & 0o777).toBe(0o711);
    expect(dirname(folder)).toBe(fastestTemporaryFolder());
  } finally {
    rmSync(folder, { recursive: true });
  }
});
