/** git as a child process that cannot ask, read the person's settings, run hooks, or outlive its caller. */
import { type ChildProcess, spawn } from "node:child_process";
import { pipeline, Readable } from "node:stream";
import { failureOf, GitMissingError } from "./clone-failure.ts";

/** Kept of what git says on stderr: enough for its last words, however much a server makes it say. */
const STDERR_BYTES = 16_384;
/** Between asking a group of processes to end and ending it. */
const GRACE_MS = 1_000;

export interface GitCall {
  args: readonly string[];
  /** Transports that git may use in this call. */
  protocols: readonly string[];
  cwd: string;
  /** Home of the call; the person's own only where their keys are wanted (ssh). */
  home: string;
  config?: readonly string[];
  signal: AbortSignal;
  /** Bytes for its standard input, in pieces. */
  input?: Iterable<string>;
  /** Reads its standard output; stopping early ends git. Without it, output is thrown away. */
  read?: (stdout: Readable) => Promise<void>;
}

/**
 * Settings for every call: no hooks, no watcher, no symbolic links, nothing of the system's or the person's
 * configuration. Packs stay packs, so that growing is seen in one place; large objects are streamed, not held.
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

/** Of the person's environment: how to find git, reach the net, and speak to an ssh agent. */
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
 * Runs git to its end. Throws GitMissingError when there is no git, the signal's reason when aborted, CloneFailure
 * when git failed. Nothing of it runs any more when the promise settles.
 */
export async function runGit(call: GitCall): Promise<void> {
  const { signal } = call;
  signal.throwIfAborted();
  const config = [...settings, ...(call.config ?? [])].flatMap((setting) => ["-c", setting]);
  const child = spawn("git", [...config, ...call.args], {
    cwd: call.cwd,
    env: environment(call),
    // A group of its own, so that helpers which git starts are ended with it.
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

/** Resolves to whether the output was read to its end; when it was not, git has been told to stop. */
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

/** Ends a group of processes: asks first, then ends it; at once when this process itself exits. */
function stopperOf(child: ChildProcess): () => void {
  const endNow = () => killGroup(child, "SIGKILL");
  process.once("exit", endNow);
  let timer: NodeJS.Timeout | undefined;
  child.once("close", () => {
    clearTimeout(timer);
    process.off("exit", endNow);
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
    // All of it has ended already.
  }
}

/** Resolves with the exit code when the process and all that shared its output have ended. */
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
  // Awaited later than it may fail.
  closed.catch(() => {});
  return closed;
}

/** Keeps the end of a stream; returns what reads it. */
function collect(stream: Readable): () => string {
  let kept = "";
  stream.setEncoding("utf8").on("data", (piece: string) => {
    kept = (kept + piece).slice(-STDERR_BYTES);
  });
  return () => kept;
}

function feed(child: ChildProcess, input: Iterable<string>): void {
  // git may have ended before it read everything; its exit code tells.
  pipeline(Readable.from(input, { objectMode: false }), child.stdin!, () => {});
}
