import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
// @ts-expect-error plain JavaScript, without types
import { withLock } from "./lock.mjs";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-lock-"));
  path = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A process number that was in use and no longer is. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await new Promise((resolve) => child.once("close", resolve));
  return child.pid as number;
}

describe("the lock between processes", () => {
  it("admits one holder at a time and leaves no file behind", async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await new Promise((resolve) => setImmediate(resolve));
      inside -= 1;
    };
    await Promise.all([withLock(path, work), withLock(path, work), withLock(path, work)]);
    expect(most).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is released when the work fails", async () => {
    await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(existsSync(path)).toBe(false);
  });

  it("waits for a process that is running", async () => {
    writeFileSync(path, String(process.pid));
    let entered = false;
    const waiting = withLock(path, async () => {
      entered = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toBe(false);
    rmSync(path);
    await waiting;
    expect(entered).toBe(true);
  });

  it("is taken over from a process that has ended", async () => {
    writeFileSync(path, String(await endedProcess()));
    expect(await withLock(path, async () => "in")).toBe("in");
    expect(readdirSync(folder)).toEqual([]);
  });
});
