/** Runs the command line in a separate process with its own data directory, text in and out. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../bin/priorart.mjs", import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  child: ChildProcess;
  /** Resolves with the first line of stdout or stderr that matches; rejects when the process ends without one. */
  line(pattern: RegExp): Promise<string>;
  finished: Promise<Finished>;
}

/** The environment without the settings of the user who runs the tests. */
function cleanEnvironment(extra: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PRIORART_|NODE_ENV|VITEST)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    NO_COLOR: "1",
    PRIORART_PORT: "0",
    PRIORART_WORKERS: "1",
    ...extra,
  };
}

export interface RunOptions {
  env?: Record<string, string>;
  stdin?: string;
  /** Leaves standard input open for the caller. */
  keepsStdin?: boolean;
  cwd?: string;
}

export function start(args: readonly string[], options: RunOptions = {}): Running {
  const child = spawn(process.execPath, [program, ...args], {
    env: cleanEnvironment(options.env ?? {}),
    cwd: options.cwd,
    stdio: ["pipe", "pipe", "pipe"],
  });
  if (!options.keepsStdin) child.stdin.end(options.stdin ?? "");
  let stdout = "";
  let stderr = "";
  const watchers = new Set<() => void>();
  child.stdout.setEncoding("utf8").on("data", (piece: string) => {
    stdout += piece;
    for (const watcher of watchers) watcher();
  });
  child.stderr.setEncoding("utf8").on("data", (piece: string) => {
    stderr += piece;
    for (const watcher of watchers) watcher();
  });
  const finished = new Promise<Finished>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const complete = [stdout, stderr].flatMap((text) => text.split("\n").slice(0, -1));
        const found = complete.find((text) => pattern.test(text));
        if (found === undefined) return;
        watchers.delete(look);
        resolve(found);
      };
      watchers.add(look);
      look();
      void finished.then(({ code }) => {
        reject(new Error(`ended with ${code} before ${pattern}:\n${stdout}\n${stderr}`));
      });
    });
  return { child, line, finished };
}

export function run(args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return start(args, options).finished;
}

/** Makes temporary directories; call `removeAll` in afterEach or afterAll. */
export function temporaryDirectories() {
  const made: string[] = [];
  return {
    async make(): Promise<string> {
      const path = await mkdtemp(join(tmpdir(), "priorart-cli-"));
      made.push(path);
      return path;
    },
    async removeAll(): Promise<void> {
      await Promise.all(made.splice(0).map((path) => rm(path, { recursive: true, force: true })));
    },
  };
}
