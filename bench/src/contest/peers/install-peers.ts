/** Installs the peers into the scratch space, where their package managers are present. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PeerCommand } from "./peer-process.ts";
import { type Peer, type PeerKey, peerKeys, peers } from "./peers.ts";

const sources = join(dirname(fileURLToPath(import.meta.url)), "../../../peers");

export interface Installed {
  commands: Partial<Record<PeerKey, PeerCommand>>;
  /** Why the others are missing. */
  missing: Partial<Record<PeerKey, string>>;
}

/** Installs what is not there yet; never throws. */
export function installPeers(work: string): Installed {
  const folder = join(work, "peers");
  mkdirSync(folder, { recursive: true });
  const programs = { python: attempt(() => installPython(folder)), java: attempt(() => installJava(folder)) };
  const installed: Installed = { commands: {}, missing: {} };
  for (const key of peerKeys) {
    const peer: Peer = peers[key];
    const program = programs[peer.program];
    if (typeof program === "string") installed.missing[key] = program;
    else installed.commands[key] = peer.program === "python" ? [...program, key] : program;
  }
  return installed;
}

/** The message of what was thrown, instead. */
function attempt(install: () => PeerCommand): PeerCommand | string {
  try {
    return install();
  } catch (error) {
    return (error as Error).message;
  }
}

function installPython(folder: string): PeerCommand {
  const environment = join(folder, "python");
  const python = join(environment, "bin", "python");
  if (!existsSync(join(environment, "installed"))) {
    run("python3", ["-m", "venv", environment]);
    run(python, ["-m", "pip", "install", "--quiet", "-r", join(sources, "requirements.txt")]);
    mkdirSync(join(environment, "installed"));
  }
  return [python, join(sources, "peer.py")];
}

/** Lucene 10 needs Java 21; JAVA_HOME may name one beside the default. */
function installJava(folder: string): PeerCommand {
  const home = process.env.JAVA_HOME;
  const tool = (name: string) => (home ? join(home, "bin", name) : name);
  const place = join(folder, "lucene");
  const libraries = join(place, "libraries");
  if (!existsSync(join(place, "LucenePeer.class"))) {
    requireJava21(tool("javac"));
    cpSync(join(sources, "lucene"), place, { recursive: true });
    run("mvn", ["-q", "dependency:copy-dependencies", `-DoutputDirectory=${libraries}`], place);
    run(
      tool("javac"),
      ["--release", "21", "-cp", join(libraries, "*"), "-d", place, "LucenePeer.java"],
      place,
    );
  }
  const classes = [place, join(libraries, "*")].join(delimiter);
  return [tool("java"), "--add-modules", "jdk.incubator.vector", "-cp", classes, "LucenePeer"];
}

function requireJava21(javac: string): void {
  const version = run(javac, ["-version"]);
  if (!(Number(/\d+/.exec(version)?.[0]) >= 21))
    throw new Error(`Lucene 10 needs Java 21 or later, and here is ${version}: set JAVA_HOME to one`);
}

/** Returns what it printed. */
function run(program: string, args: readonly string[], cwd?: string): string {
  const { error, status, stderr, stdout } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (error) throw new Error(`${program} is not installed (${error.message})`);
  const printed = `${stderr}${stdout}`.trim();
  if (status !== 0) throw new Error(`${program} failed: ${printed.split("\n").at(-1)}`);
  return printed;
}
