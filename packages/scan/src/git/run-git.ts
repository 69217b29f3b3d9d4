/** git as a child process that cannot prompt, read the user's configuration, run hooks, or outlive its caller. */
import { type ChildProcess, spawn } from "node:child_process";
import { pipeline, Readable } from "node:stream";
import { failureOf, GitMissingError } from "./clone-failure.ts";
import { onExit } from "./on-exit.ts";

/** Bytes kept from the end of git's stderr, which a server can make arbitrarily long. */
const STDERR_BYTES = 16_384;
/** Milliseconds between SIGTERM and SIGKILL to a process group. */
const GRACE_MS = 1_000;

export interface GitCall {
  args: readonly string[];
  /** Transports that git may use in this call. */
  protocols: readonly string[];
  cwd: string;
  /** HOME for this call; the user's own only where their ssh keys are needed. */
  home: string;
  config?: readonly string[];
  signal: AbortSignal;
  /** Bytes for its standard input, in chunks. */
  input?: Iterable<string> | AsyncIterable<string>;
  /** Reads its standard output; stopping early ends git. Without it, the output is discarded. */
  read?: (stdout: Readable) => Promise<void>;
}

/**
 * Settings for every call: no hooks, no file system monitor, no symbolic links, no system or user configuration. Packs
 * are not unpacked, so that their growth can be measured in one folder; large objects are streamed.
 */
const settings = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "core.symlinks=false",
  "core.attributesFile=/dev/null",
  "core.bigFileThreshold=1m",
  "core.askPass=",
  "credential.helper=",
  "fetch.unpackLimit=1",
  "fetch.writeCommitGraph=false",
  "fetch.recurseSubmodules=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "pack.threads=1",
  "index.threads=1",
  "http.followRedirects=false",
  "http.lowSpeedLimit=500",
  "http.lowSpeedTime=30",
  "protocol.version=2",
];

/** Inherited environment variables: to find git, use the network, and use an ssh agent. */
const passedOn = [
  "PATH",
  "SYSTEMROOT",
  "TMPDIR",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "GIT_SSL_CAINFO",
  "GIT_SSL_CAPATH",
  ...["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap((name) => [name, name.toUpperCase()]),
];

function environment({ protocols, home }: GitCall): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    HOME: home,
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    SSH_ASKPASS: "",
    GIT_SSH_COMMAND: "ssh -oBatchMode=yes -oConnectTimeout=20",
    GIT_LFS_SKIP_SMUDGE: "1",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_PROTOCOL_FROM_USER: "0",
    GIT_ALLOW_PROTOCOL: protocols.join(":"),
  };
  const names = protocols.includes("ssh") ? [...passedOn, "SSH_AUTH_SOCK"] : passedOn;
  for (const name of names) if (process.env[name] !== undefined) env[name] = process.env[name];
  return env;
}

/**
 * Runs git to completion. Throws GitMissingError when there is no git, the signal's reason when aborted, CloneFailure
 * when git failed. All its processes have ended when the promise settles.
 */
export async function runGit(call: GitCall): Promise<void> {
  const { signal } = call;
  signal.throwIfAborted();
  const config = [...settings, ...(call.config ?? [])].flatMap((setting) => ["-c", setting]);
  const child = spawn("git", [...config, ...call.args], {
    cwd: call.cwd,
    env: environment(call),
    // A separate process group, so that the helpers that git starts end with it.
    detached: process.platform !== "win32",
    stdio: [
      call.input === undefined ? "ignore" : "pipe",
      call.read === undefined ? "ignore" : "pipe",
      "pipe",
    ],
    windowsHide: true,
  });
  const stop = stopperOf(child);
  signal.addEventListener("abort", stop, { once: true });
  try {
    const closed = closeOf(child);
    const lastWords = collect(child.stderr!);
    if (call.input !== undefined) feed(child, call.input);
    const readAll = call.read === undefined || (await readOutput(child.stdout!, call.read, { stop, closed }));
    const code = await closed;
    signal.throwIfAborted();
    if (readAll && code !== 0) throw failureOf(lastWords());
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Resolves to whether the output was read to its end; otherwise git has been signalled to stop. */
async function readOutput(
  stdout: Readable,
  read: (stdout: Readable) => Promise<void>,
  { stop, closed }: { stop: () => void; closed: Promise<number | null> },
): Promise<boolean> {
  let readAll = false;
  try {
    await read(stdout);
    readAll = stdout.readableEnded;
    return readAll;
  } finally {
    if (!readAll) {
      stop();
      stdout.destroy();
      await closed;
    }
  }
}

/** Ends a process group: SIGTERM first, SIGKILL later; SIGKILL immediately when this process exits. */
function stopperOf(child: ChildProcess): () => void {
  const endNow = () => killGroup(child, "SIGKILL");
  const cancel = onExit(endNow);
  let timer: NodeJS.Timeout | undefined;
  child.once("close", () => {
    clearTimeout(timer);
    cancel();
  });
  return () => {
    if (timer !== undefined) return;
    killGroup(child, "SIGTERM");
    timer = setTimeout(endNow, GRACE_MS);
  };
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // The whole group has already ended.
  }
}

/** Resolves with the exit code when the process and all processes that share its output have ended. */
function closeOf(child: ChildProcess): Promise<number | null> {
  const closed = new Promise<number | null>((resolve, reject) => {
    child.once("close", resolve);
    child.once("error", (error: NodeJS.ErrnoException) => {
      const missing =
        "git was not found: install it (https://git-scm.com) so that the command `git` works, and try again";
      reject(
        error.code === "ENOENT"
          ? new GitMissingError(missing)
          : new GitMissingError(`git could not be started: ${error.message}`),
      );
    });
  });
  // May reject before it is awaited.
  closed.catch(() => {});
  return closed;
}

/** Keeps the end of a stream; returns a function that reads it. */
function collect(stream: Readable): () => string {
  let kept = "";
  stream.setEncoding("utf8").on("data", (piece: string) => {
    kept = (kept + piece).slice(-STDERR_BYTES);
  });
  return () => kept;
}

function feed(child: ChildProcess, input: Iterable<string> | AsyncIterable<string>): void {
  // git may have ended before it read everything; the exit code shows it.
  pipeline(Readable.from(input, { objectMode: false }), child.stdin!, () => {});
}
