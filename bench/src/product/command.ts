/** The product's command line as a separate process, with its memory measured. */
import { type ChildProcess, spawn } from "node:child_process";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { residentPeakOfTree } from "../measure/memory.ts";
import { builtFolder } from "./dist.ts";

const launcher = join(dirname(fileURLToPath(import.meta.url)), "launch.mjs");

export interface CommandResult {
  seconds: number;
  /** MB, processes that it started included; null where the system does not report it. */
  peakMemory: number | null;
  stdout: string;
}

export interface CommandOptions {
  data: string;
  limitSeconds: number;
  env?: Record<string, string>;
  /** Exit codes that are not a failure; always includes 0. */
  tolerated?: readonly number[];
}

/** Starts `priorart …`; its output is piped. */
export function startCommand(
  args: readonly string[],
  options: Pick<CommandOptions, "data" | "env">,
): ChildProcess {
  const child = spawn(process.execPath, [launcher, ...args], {
    env: {
      ...process.env,
      NODE_OPTIONS: "",
      BENCH_DIST: builtFolder(),
      PRIORART_DATA: options.data,
      ...options.env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // A stopped stage leaves no process running.
  const stop = () => child.kill("SIGKILL");
  process.once("exit", stop);
  child.once("close", () => process.off("exit", stop));
  return child;
}

/** Runs a command to its end. Throws when it fails or takes longer than allowed. */
export async function runCommand(args: readonly string[], options: CommandOptions): Promise<CommandResult> {
  const started = performance.now();
  const child = startCommand(args, options);
  let stdout = "";
  let stderr = "";
  child.stdout!.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-4_000);
  });
  let peakMemory: number | null = null;
  const watch = setInterval(() => {
    const now = residentPeakOfTree(child.pid!);
    // Less once a process that it started has ended.
    if (now !== null) peakMemory = Math.max(peakMemory ?? 0, now);
  }, 50);
  const limit = setTimeout(() => child.kill("SIGKILL"), options.limitSeconds * 1000);
  try {
    const code = await new Promise<number>((resolve, reject) =>
      child.on("error", reject).on("close", (code) => resolve(code ?? -1)),
    );
    if (code !== 0 && !options.tolerated?.includes(code))
      throw new Error(`priorart ${args.slice(0, 2).join(" ")} ended with ${code}: ${stderr.trim()}`);
    return { seconds: (performance.now() - started) / 1000, peakMemory, stdout };
  } finally {
    clearInterval(watch);
    clearTimeout(limit);
  }
}
