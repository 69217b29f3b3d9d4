/** Each stage runs in a separate process with a time limit, so memory is measured per stage and nothing can hang. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtFolder } from "../product/dist.ts";

const entry = join(dirname(fileURLToPath(import.meta.url)), "run-stage.ts");

export interface StageLimits {
  seconds: number;
  /** Of the JavaScript heap, in MB. */
  heap?: number;
}

/** Runs a stage; throws with the end of its output when it fails or takes too long. */
export async function runStage<Output>(
  name: string,
  input: unknown,
  { work, limits }: { work: string; limits: StageLimits },
): Promise<Output> {
  const files = { input: join(work, `${name}.in.json`), output: join(work, `${name}.out.json`) };
  rmSync(files.output, { force: true });
  writeFileSync(files.input, JSON.stringify(input));
  const flags = ["--expose-gc", `--max-old-space-size=${limits.heap ?? 6_000}`, "--import", "tsx"];
  const child = spawn(process.execPath, [...flags, entry, name, files.input, files.output], {
    cwd: join(dirname(entry), "../.."),
    env: { ...process.env, BENCH_DIST: builtFolder(), RUST_LOG: "error" },
    stdio: ["ignore", "inherit", "pipe"],
  });
  let said = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-4_000);
    if (process.env.BENCH_VERBOSE) process.stderr.write(text);
  });
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    child.kill("SIGTERM");
    setTimeout(() => child.kill("SIGKILL"), 10_000).unref();
  }, limits.seconds * 1000);
  const stop = () => child.kill("SIGTERM");
  process.once("exit", stop);
  const code = await new Promise<number>((resolve, reject) =>
    child.on("error", reject).on("close", (status) => resolve(status ?? -1)),
  );
  clearTimeout(limit);
  process.off("exit", stop);
  if (late) throw new Error(`took longer than ${limits.seconds} s`);
  if (code !== 0) throw new Error(said.trim() || `ended with ${code}`);
  return JSON.parse(readFileSync(files.output, "utf8")) as Output;
}
