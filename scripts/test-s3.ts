/**
 * A real S3-compatible server for tests: moto, installed once with pip into a cache outside of the checkout, on a free
 * port of this machine, with its objects in memory.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { AwsClient } from "aws4fetch";
import { takeLock } from "../src/locks/lock.ts";

const run = promisify(execFile);
const requirements = fileURLToPath(new URL("./test-s3-requirements.txt", import.meta.url));

/** Folder of the Python packages; named by what they are. */
function packagesFolder(): string {
  const digest = createHash("sha256").update(readFileSync(requirements)).digest("hex").slice(0, 12);
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  return join(cache, "prior-art", `s3-${digest}`);
}

/** Under CI its absence is a failure; elsewhere tests are skipped and say so. */
export async function canStartS3(): Promise<boolean> {
  try {
    await installS3();
    return true;
  } catch (error) {
    if (process.env.CI === "true") throw error;
    console.warn(
      `no S3-compatible server, tests of it are skipped: ${(error as Error).message.split("\n")[0]}`,
    );
    return false;
  }
}

/** Throws an Error where Python 3 with pip, or the package index, is absent. */
export async function installS3(): Promise<string> {
  const folder = packagesFolder();
  mkdirSync(dirname(folder), { recursive: true });
  // Test files that run side by side wait for the first one.
  for (;;) {
    if (existsSync(folder)) return folder;
    const release = takeLock(`${folder}.lock`);
    if (release === null) await pause(100);
    else
      try {
        if (!existsSync(folder)) await installInto(folder);
      } finally {
        release();
      }
  }
}

async function installInto(folder: string): Promise<void> {
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    // Complete as listed: moto's own list has all of AWS.
    const args = ["-m", "pip", "install", "-q", "--no-deps", "--target", unfinished, "-r", requirements];
    await run("python3", args, { timeout: 480_000 });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

const program =
  "import sys; sys.path.insert(0, sys.argv.pop(1)); from moto.server import main; main(sys.argv[1:])";

/** Keys that the server accepts until it requires others. */
export const testKeys = { accessKeyId: "AKIAIOSFODNN7EXAMPLE", secretAccessKey: "secret-of-the-tests" };

export interface TestS3 {
  /** `http://127.0.0.1:<port>`. */
  url: string;
  /** Sends a signed request; throws an Error unless it succeeds. */
  send(method: string, path: string, body?: Uint8Array): Promise<string>;
  /** From now on keys must exist, which none do; false: any are accepted, as at the start. */
  requireKeys(required: boolean): Promise<void>;
  remove(): Promise<void>;
}

export async function startS3(): Promise<TestS3> {
  const folder = await installS3();
  // Isolated: packages of this machine are not looked at.
  const child = spawn("python3", ["-I", "-c", program, folder, "-H", "127.0.0.1", "-p", "0"], {
    env: { PATH: process.env.PATH, HOME: folder, INITIAL_NO_AUTH_ACTION_COUNT: "1000000000" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const url = await addressOf(child);
  const aws = new AwsClient({ ...testKeys, service: "s3", region: "us-east-1", retries: 0 });
  const send = async (method: string, path: string, body?: Uint8Array) => {
    const headers = { "content-type": "application/octet-stream" };
    const response = await aws.fetch(`${url}/${path}`, { method, headers, body: body && Buffer.from(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text;
  };
  return {
    url,
    send,
    async requireKeys(required) {
      const body = required ? "0" : "1000000000";
      await (await fetch(`${url}/moto-api/reset-auth`, { method: "POST", body })).arrayBuffer();
    },
    async remove() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function addressOf(child: ChildProcess): Promise<string> {
  let log = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-4_000);
  });
  for (let waited = 0; waited < 60_000; waited += 50) {
    const url = /Running on (http:\/\/127\.0\.0\.1:\d+)/.exec(log)?.[1];
    if (url !== undefined) return url;
    if (child.exitCode !== null) break;
    await pause(50);
  }
  child.kill("SIGKILL");
  throw new Error(`the S3-compatible server did not start: ${log}`);
}
