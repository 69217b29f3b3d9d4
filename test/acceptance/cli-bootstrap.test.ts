import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
// @ts-expect-error plain JavaScript, without types
import { requireNode } from "../../bin/bootstrap.mjs";
// @ts-expect-error plain JavaScript, without types
import { withLock } from "../../bin/lock.mjs";
import { temporaryDirectories } from "./cli-harness.ts";

const directories = temporaryDirectories();
afterEach(() => directories.removeAll());

describe("the Node version", () => {
  it("may be the oldest supported or newer", () => {
    for (const version of ["20.19.0", "20.20.1", "22.0.0", "101.0.0"])
      expect(() => requireNode(version)).not.toThrow();
  });

  it("is named, with what is needed, when too old", () => {
    for (const version of ["18.20.4", "20.18.9"]) {
      expect(() => requireNode(version)).toThrow(new RegExp(`20\\.19 or newer.*${version}`));
    }
  });
});

describe("the lock between processes", () => {
  const lockFile = async () => join(await directories.make(), "lock");
  /** A process number that was in use and is no more. */
  async function deadProcess(): Promise<number> {
    const child = spawn(process.execPath, ["--version"], { stdio: "ignore" });
    await new Promise((resolve) => child.once("close", resolve));
    return child.pid as number;
  }

  it("lets one in at a time, and is gone afterwards", async () => {
    const path = await lockFile();
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await readFile(path, "utf8");
      inside -= 1;
    };
    await Promise.all([withLock(path, work), withLock(path, work), withLock(path, work)]);
    expect(most).toBe(1);
    expect(existsSync(path)).toBe(false);
  });

  it("is given back when the work fails", async () => {
    const path = await lockFile();
    await expect(withLock(path, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(existsSync(path)).toBe(false);
  });

  it("of a process that is gone is taken over", async () => {
    const path = await lockFile();
    await writeFile(path, JSON.stringify({ pid: await deadProcess(), host: hostname() }));
    expect(await withLock(path, async () => "in")).toBe("in");
  });

  it("of another host is respected while it shows signs of life, and taken over after", async () => {
    const path = await lockFile();
    await writeFile(path, JSON.stringify({ pid: 1, host: "elsewhere.example" }));
    let entered = false;
    const waiting = withLock(path, async () => {
      entered = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(entered).toBe(false);
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(path, longAgo, longAgo);
    await waiting;
    expect(entered).toBe(true);
  });

  it("left half-written is taken over once it is old", async () => {
    const path = await lockFile();
    await writeFile(path, '{"pid":');
    const longAgo = new Date(Date.now() - 60_000);
    await utimes(path, longAgo, longAgo);
    expect(await withLock(path, async () => "in")).toBe("in");
  });
});
