/** A contender in a process of its own; bench/peers/peer.py documents requests and answers. */
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { residentOf } from "../../measure/memory.ts";
import type { TimedAnswer } from "../timed.ts";

/** Program and arguments. */
export type PeerCommand = readonly [string, ...string[]];

export class PeerProcess {
  readonly #child: ChildProcess;
  readonly #waiting: { resolve(line: string): void; reject(error: Error): void }[] = [];
  #said = "";

  constructor([program, ...args]: PeerCommand) {
    // One thread for a query, whatever the library.
    const env = { ...process.env, OMP_NUM_THREADS: "1", TF_CPP_MIN_LOG_LEVEL: "3" };
    this.#child = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    createInterface({ input: this.#child.stdout! }).on("line", (line) =>
      this.#waiting.shift()?.resolve(line),
    );
    this.#child.stderr!.setEncoding("utf8").on("data", (text: string) => {
      this.#said = (this.#said + text).slice(-2_000);
    });
    const fail = (why: string) => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error(why));
    };
    this.#child.once("error", (error) => fail(error.message));
    this.#child.once("close", (code) => fail(`ended with ${code}: ${this.#said.trim()}`));
    this.#child.stdin!.on("error", () => {});
  }

  /** Throws when the peer reports an error or has ended. */
  async ask(...fields: readonly string[]): Promise<TimedAnswer> {
    const line = await new Promise<string>((resolve, reject) => {
      if (this.#child.exitCode !== null) return reject(new Error(`has ended: ${this.#said.trim()}`));
      this.#waiting.push({ resolve, reject });
      this.#child.stdin!.write(`${fields.join("\t")}\n`);
    });
    const [status, took, ids = ""] = line.split("\t");
    if (status !== "ok") throw new Error(took ?? line);
    return { milliseconds: Number(took), ids: ids === "" ? [] : ids.split(" ").map(Number) };
  }

  /** Resident memory in MB; null where the system does not report it. */
  memory(): number | null {
    return residentOf(this.#child.pid!, "VmRSS");
  }

  close(): void {
    this.#child.stdin!.end();
    this.#child.kill("SIGTERM");
  }
}
