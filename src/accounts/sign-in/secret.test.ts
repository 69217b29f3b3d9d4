import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readOrMakeSecret } from "./secret.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "secret-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("is created once, readable by its owner only, and leaves no other file behind", async () => {
  const first = await readOrMakeSecret(folder);
  expect(first).toMatch(/^[A-Za-z0-9_-]{64}$/);
  expect(await readOrMakeSecret(folder)).toBe(first);
  expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["secret"]);
});

test("an existing one is kept, whichever process comes second", async () => {
  writeFileSync(join(folder, "secret"), `${"s".repeat(40)}\n`);
  expect(await readOrMakeSecret(folder)).toBe("s".repeat(40));
  expect(readFileSync(join(folder, "secret"), "utf8")).toBe(`${"s".repeat(40)}\n`);
});

test("a truncated one is refused with a message that says what to do", async () => {
  writeFileSync(join(folder, "secret"), "short\n");
  await expect(readOrMakeSecret(folder)).rejects.toThrow(/at least 32 characters; delete it/);
});
