import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { residentOf, residentPeakOfTree } from "./memory.ts";

it.skipIf(!existsSync("/proc/self/status"))(
  "counts the memory of processes that a process starts",
  async () => {
    const hold =
      "const held = Buffer.alloc(150e6, 1); console.log(held.length); setInterval(() => {}, 1000);";
    const start = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(hold)}], { stdio: "inherit" })`;
    const parent = spawn(process.execPath, ["-e", start], {
      stdio: ["ignore", "pipe", "inherit"],
      detached: true,
    });
    try {
      await once(parent.stdout!, "data");
      expect(residentPeakOfTree(parent.pid!)! - residentOf(parent.pid!, "VmHWM")!).toBeGreaterThan(150);
    } finally {
      process.kill(-parent.pid!, "SIGKILL");
    }
    await once(parent, "close");
    expect(residentPeakOfTree(parent.pid!)).toBeNull();
  },
);
