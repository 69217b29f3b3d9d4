import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { memoryLimits } from "../threads/memory-limits.ts";
import { threadFile } from "../threads/thread-file.ts";
import { takeLock } from "./lock.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-lock-"));
  path = join(folder, "test-lock.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const holder = threadFile("./lock-holder.case", import.meta.url);

describe("takeLock", () => {
  it("gives the lock to one at a time", () => {
    for (let round = 0; round < 3; round++) {
      const release = takeLock(path);
      expect(release).not.toBeNull();
      expect(takeLock(path)).toBeNull();
      expect(takeLock(path)).toBeNull();
      release!();
    }
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("may be released twice, without releasing the next holder's", () => {
    const first = takeLock(path)!;
    first();
    const second = takeLock(path)!;
    first();
    expect(takeLock(path)).toBeNull();
    second();
  });

  it.each(["return", "throw", "exit", "memory", "terminate"])(
    "is released when the thread that holds it ends by %s",
    async (ending) => {
      const { url, ...options } = holder;
      const worker = new Worker(url, {
        ...options,
        workerData: { path, ending },
        resourceLimits: memoryLimits({ old: 96 }),
      });
      await once(worker, "message");
      expect(takeLock(path)).toBeNull();
      const exited = new Promise((resolve) => worker.on("error", () => {}).once("exit", resolve));
      if (ending === "terminate") await worker.terminate();
      else worker.postMessage("end");
      await exited;
      const release = takeLock(path);
      expect(release).not.toBeNull();
      release!();
    },
  );

  it("is released when the process that holds it is killed", async () => {
    const script = `
      import { takeLock } from ${JSON.stringify(new URL("./lock.ts", import.meta.url).href)};
      process.stdout.write(takeLock(process.argv[1]) ? "held" : "refused");
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script, path], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [said] = await once(child.stdout, "data");
    expect(String(said)).toBe("held");
    expect(takeLock(path)).toBeNull();
    child.kill("SIGKILL");
    await once(child, "exit");
    const release = takeLock(path);
    expect(release).not.toBeNull();
    release!();
  });

  it("says which file cannot be locked", () => {
    expect(() => takeLock(join(folder, "missing", "lock.db"))).toThrow(
      `${join(folder, "missing", "lock.db")} cannot be locked: ENOENT`,
    );
    writeFileSync(path, "this is not a database, but text of more than a few bytes".repeat(20));
    expect(() => takeLock(path)).toThrow(`${path} cannot be locked: `);
  });
});
