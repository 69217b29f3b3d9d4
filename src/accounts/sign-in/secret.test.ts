import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
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

test("one of 32 characters is long enough", async () => {
  writeFileSync(join(folder, "secret"), `${"s".repeat(32)}\n`);
  expect(await readOrMakeSecret(folder)).toBe("s".repeat(32));
});

test.each([
  ["secret", "all members must sign in again"],
  ["escalation-secret", "the webhook's receiver needs the new one"],
] as const)("a truncated %s is refused with a message that says what to do", async (name, consequence) => {
  writeFileSync(join(folder, name), `${"s".repeat(31)}\n`);
  await expect(readOrMakeSecret(folder, name)).rejects.toThrow(
    `${join(folder, name)} must hold at least 32 characters; delete it to generate a new one (${consequence})`,
  );
});

test("each key has a file of its own; one that cannot be read is reported", async () => {
  expect(await readOrMakeSecret(folder, "escalation-secret")).not.toBe(await readOrMakeSecret(folder));
  expect((await readdir(folder)).sort()).toEqual(["escalation-secret", "secret"]);
  await expect(readOrMakeSecret(join(folder, "secret"))).rejects.toThrow("ENOTDIR");
  await expect(readOrMakeSecret(join(folder, "nowhere"))).rejects.toThrow("ENOENT");
  rmSync(join(folder, "secret"));
  mkdirSync(join(folder, "secret"));
  await expect(readOrMakeSecret(folder)).rejects.toThrow("EISDIR");
});

test("of simultaneous callers all read the same one", async () => {
  const keys = await Promise.all(Array.from({ length: 5 }, () => readOrMakeSecret(folder)));
  expect(new Set(keys).size).toBe(1);
});
