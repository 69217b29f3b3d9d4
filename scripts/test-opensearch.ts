/**
 * For tests and the bench: real OpenSearch nodes on this machine, of the jars that `test/opensearch/node/pom.xml` names.
 * Needs a JDK of version 17 or newer, and Maven.
 */
import { execFile, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const pom = join(root, "test/opensearch/node/pom.xml");
/** Built once per checkout. */
const target = join(root, "node_modules/.cache/opensearch-2.19.1");
const startMs = 180_000;

export interface TestNode {
  /** Root address. */
  url: string;
  pid(): number;
  /** What it wrote. */
  log(): string;
  /** SIGKILL; returns when it has ended. Its data stays until `remove`. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, with its data and addresses; returns when all nodes of the cluster are there. */
  restart(): Promise<void>;
  /** Ends it, and deletes its data. */
  remove(): Promise<void>;
}

export function hasOpenSearchTools(): boolean {
  return ["java", "mvn"].every((name) => spawnSync(name, ["-version"], { stdio: "ignore" }).status === 0);
}

/** Fetches the jars, unless that was done before. */
export async function buildOpenSearch(): Promise<void> {
  if (existsSync(join(target, "complete"))) return;
  await mkdir(target, { recursive: true });
  await promisify(execFile)("mvn", ["-q", "-B", "-f", pom, `-Dtarget=${target}`, "package"], {
    maxBuffer: 10_000_000,
  });
  writeFileSync(join(target, "complete"), "");
}

export interface NodeOptions {
  heap?: string;
  settings?: readonly string[];
  /** For measurements: the compiler and the collector that a server of OpenSearch would use. */
  optimized?: boolean;
}

/** Nodes live for a minute, in which compiling with all optimizations would take half of the processor time. */
const shortLived = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];
const longLived = ["--add-modules=jdk.incubator.vector"];

/** Nodes of one cluster that elect a manager among them; one node alone needs no election. */
export async function startOpenSearch(
  count = 1,
  { heap = "512m", settings = [], optimized = false }: NodeOptions = {},
): Promise<TestNode[]> {
  const folder = await mkdtemp(join(tmpdir(), "priorart-opensearch-"));
  const ports = await freePorts(count * 2);
  const transports = ports.slice(count);
  const names = transports.map((_, i) => `node-${i + 1}`);
  const discovery =
    count === 1
      ? ["discovery.type=single-node"]
      : [
          `discovery.seed_hosts=${transports.map((port) => `127.0.0.1:${port}`).join(",")}`,
          `cluster.initial_cluster_manager_nodes=${names.join(",")}`,
        ];
  const starting = names.map((name, i) =>
    startNode(
      join(folder, name),
      [`-Xms${heap}`, `-Xmx${heap}`, ...(optimized ? longLived : shortLived)],
      [
        `node.name=${name}`,
        "cluster.name=priorart-test",
        "network.host=127.0.0.1",
        `http.port=${ports[i]}`,
        `transport.port=${transports[i]}`,
        "cluster.routing.allocation.disk.threshold_enabled=false",
        ...discovery,
        ...settings,
      ],
    ),
  );
  const nodes = starting.map((process, i): TestNode => {
    const node: TestNode = {
      ...process,
      url: `http://127.0.0.1:${ports[i]}`,
      restart: () => {
        process.start();
        return untilReady(node, count);
      },
    };
    return node;
  });
  try {
    await Promise.all(nodes.map((node) => untilReady(node, count)));
    return nodes;
  } catch (error) {
    await Promise.all(nodes.map((node) => node.remove()));
    throw error;
  }
}

const logging = `status = error
appender.console.type = Console
appender.console.name = console
appender.console.layout.type = PatternLayout
appender.console.layout.pattern = [%d{ISO8601}][%p][%c{1.}] %m%n
rootLogger.level = warn
rootLogger.appenderRef.console.ref = console
`;

interface NodeProcess extends Pick<TestNode, "pid" | "log" | "kill" | "remove"> {
  start(): void;
}

function startNode(home: string, jvm: readonly string[], settings: readonly string[]): NodeProcess {
  const options = [
    ...jvm,
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "-Dlog4j.shutdownHookEnabled=false",
    "-Dlog4j2.disable.jmx=true",
    `-Djava.io.tmpdir=${home}`,
    "-cp",
    ["classes", "lib/*", "knn/*"].map((path) => join(target, path)).join(":"),
    "TestNode",
    home,
    ...settings,
  ];
  for (const folder of ["config", "logs"]) mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(home, "config/log4j2.properties"), logging);
  let written = "";
  const launch = () => {
    const child = spawn("java", options, { stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (text) => {
        written = (written + text).slice(-20_000);
      });
    return { child, ended: new Promise<void>((resolve) => child.once("exit", () => resolve())) };
  };
  let running = launch();
  // A test that dies leaves no node behind.
  const onExit = () => running.child.kill("SIGKILL");
  process.once("exit", onExit);
  const kill = async () => {
    running.child.kill("SIGKILL");
    await running.ended;
  };
  return {
    start: () => {
      running = launch();
    },
    pid: () => running.child.pid!,
    log: () => written,
    kill,
    async remove() {
      await kill();
      process.removeListener("exit", onExit);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function untilReady({ url, pid, log }: TestNode, count: number): Promise<void> {
  const deadline = performance.now() + startMs;
  while (performance.now() < deadline) {
    const response = await fetch(`${url}/_cluster/health`).catch(() => null);
    const health = (await response?.json().catch(() => null)) as { number_of_nodes?: number } | null;
    if (health?.number_of_nodes === count) return;
    if (!existsSync(`/proc/${pid()}`) && process.platform === "linux") break;
    await pause(200);
  }
  throw new Error(`OpenSearch did not start:\n${log()}`);
}

/** Ports that are free now, each once. */
async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const server = createServer().listen(0, "127.0.0.1", () => resolve(server));
        }),
    ),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
