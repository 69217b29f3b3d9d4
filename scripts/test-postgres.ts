/**
 * A real PostgreSQL for tests: a new cluster in a temporary directory, on a free port of this machine, stopped and
 * deleted at the end. It never runs as root.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Debian keeps one folder per release, and does not put them on the path. */
const DEBIAN = "/usr/lib/postgresql";

/** The folder of initdb and postgres; null: PostgreSQL is not installed. */
export function postgresBinaries(): string | null {
  const releases = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const folders = releases
    .sort((a, b) => Number(b) - Number(a))
    .map((release) => join(DEBIAN, release, "bin"))
    .concat((process.env.PATH ?? "").split(":"));
  return (
    folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"))) ??
    null
  );
}

/** PostgreSQL refuses to run as root: its package's user runs it there. */
async function identity(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const idOf = async (option: string) => Number((await run("id", [option, "postgres"])).stdout);
  return { uid: await idOf("-u"), gid: await idOf("-g") };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Who may connect: `careful` with its password only, everyone else without. */
const access = `host all careful 127.0.0.1/32 scram-sha-256
host all all 127.0.0.1/32 trust
local all all trust
`;

export interface TestPostgres {
  host: string;
  port: number;
  /** Of the server's Unix socket and data; removed with it. */
  directory: string;
  /** Of a database of the server, which has the one named postgres. */
  url(database?: string, user?: string): string;
  start(): Promise<void>;
  /** Fast shutdown: connections are closed, and everything is written. */
  stop(): Promise<void>;
  /** Ends immediately, writing nothing more. */
  crash(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * `settings`: further settings of the server, such as `{ ssl: "on" }`; `durable` makes commits survive a crash.
 * Throws an Error when PostgreSQL is not installed or does not start.
 */
export async function startPostgres({
  settings = {},
  durable = false,
}: {
  settings?: Record<string, string | number>;
  durable?: boolean;
} = {}): Promise<TestPostgres> {
  const found = postgresBinaries();
  if (found === null) throw new Error("PostgreSQL is not installed: apt-get install postgresql");
  const binaries: string = found;
  const who = await identity();
  const directory = mkdtempSync(join(tmpdir(), "priorart-postgres-"));
  if (who.uid !== undefined) chownSync(directory, who.uid, who.gid!);
  const data = join(directory, "data");
  const options = { ...who, cwd: directory, env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" } };
  const initial = ["--username=priorart", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"];
  await run(join(binaries, "initdb"), ["-D", data, ...initial], options);
  writeFileSync(join(data, "pg_hba.conf"), access);
  const port = await freePort();
  const given = {
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: directory,
    max_connections: 200,
    fsync: durable ? "on" : "off",
    synchronous_commit: durable ? "on" : "off",
    full_page_writes: durable ? "on" : "off",
    ...settings,
  };
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const flags = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    child = spawn(join(binaries, "postgres"), ["-D", data, ...flags], {
      ...options,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let log = "";
    const started = child;
    await new Promise<void>((resolve, reject) => {
      started.stderr!.setEncoding("utf8").on("data", (text: string) => {
        log = (log + text).slice(-4_000);
        if (/database system is ready to accept connections/.test(log)) resolve();
      });
      started.on("error", reject);
      started.on("exit", () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    });
    started.removeAllListeners("exit");
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
    child = null;
  }

  const stop = () => end("SIGINT");
  const remove = async () => {
    await stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    host: "127.0.0.1",
    port,
    directory,
    url: (database = "postgres", user = "priorart") => `postgres://${user}@127.0.0.1:${port}/${database}`,
    start,
    stop,
    crash: () => end("SIGQUIT"),
    remove,
  };
}
