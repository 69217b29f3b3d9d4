/** Operations that an operator waits for: import, publish, incremental publish, start, swap; through the command line. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeChanged } from "../corpus/changed.ts";
import type { CorpusFiles } from "../corpus/corpus-files.ts";
import { bytesOnDisk } from "../measure/disk.ts";
import { residentOf, watchResident } from "../measure/memory.ts";
import { type CommandResult, runCommand } from "../product/command.ts";
import { type BenchServer, issueToken, pause, post, startServer } from "../product/server.ts";

export interface OperateInput {
  data: string;
  work: string;
  corpus: CorpusFiles;
  /** Documents changed before the second publish. */
  changed: number;
}

interface Step {
  seconds: number;
  peakMemory: number | null;
}

export interface OperateResult {
  importProjects: Step | null;
  importArchive: Step | null;
  publish: Step;
  /** MB. */
  disk: { catalog: number; snapshot: number };
  holdings: { projects: number; documents: number; chunks: number };
  republish: Step & { changed: number; importSeconds: number };
  server: {
    secondsToReady: number;
    memory: number | null;
    /** The peak while a new snapshot was activated. */
    memoryInSwap: number | null;
    /** From the publish's end to the first answer from the new snapshot. */
    secondsToSwap: number;
    requestsFailedInSwap: number;
    requestsInSwap: number;
  };
}

const limitSeconds = 7_200;

export async function operate(input: OperateInput): Promise<OperateResult> {
  const { data, corpus } = input;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const run = (...args: string[]) => runCommand(args, { data, limitSeconds, tolerated: [1] });
  const importAll = async (kind: "projects" | "archive") => {
    const map = kind === "projects" ? corpus.projectsMap : corpus.archiveMap;
    if (corpus[kind].length === 0) return null;
    return step(await run("import", kind, ...corpus[kind], ...(map ? ["--map", map] : [])));
  };
  const importProjects = await importAll("projects");
  const importArchive = await importAll("archive");
  const published = await run("publish", "--json");
  const { projects, documents, chunks } = JSON.parse(published.stdout);
  const disk = {
    catalog: bytesOnDisk(join(data, "catalog.db")) / 1e6,
    snapshot: (bytesOnDisk(join(data, "segments")) + bytesOnDisk(join(data, "snapshots"))) / 1e6,
  };
  const first = await change(input, 1);
  const again = await run("publish", "--json");
  return {
    importProjects,
    importArchive,
    publish: step(published),
    disk,
    holdings: { projects, documents, chunks },
    republish: { ...step(again), changed: first.changed, importSeconds: first.seconds },
    server: await measureServer(input),
  };
}

const step = ({ seconds, peakMemory }: CommandResult): Step => ({ seconds, peakMemory });

/** Imports some documents again, edited. */
async function change({ data, work, corpus, changed }: OperateInput, seed: number) {
  const path = join(work, `changed-${seed}.jsonl`);
  const count = await writeChanged(path, corpus, { count: changed, seed });
  const map = corpus.archiveMap ? ["--map", corpus.archiveMap] : [];
  const { seconds } = await runCommand(["import", "archive", path, ...map], { data, limitSeconds });
  return { changed: count, seconds };
}

async function measureServer(input: OperateInput): Promise<OperateResult["server"]> {
  const token = await issueToken(input.data);
  const server = await startServer(input.data, 120);
  try {
    for (let i = 0; i < 50; i++) await ask(server, token);
    const memory = residentOf(server.pid, "VmRSS");
    await change(input, 2);
    return {
      secondsToReady: server.secondsToReady,
      memory,
      ...(await measureSwap(server, token, input.data)),
    };
  } finally {
    await server.stop();
  }
}

const ask = (server: BenchServer, token: string) =>
  post(`${server.url}/api/v1/search/archives`, token, { query: "settlement of payments between banks" });

/** Publishes while requests continue; ends some seconds after the new snapshot has answered. */
async function measureSwap(server: BenchServer, token: string, data: string) {
  const watch = watchResident(server.pid, 20);
  let requestsInSwap = 0;
  let requestsFailedInSwap = 0;
  let asking = true;
  const client = (async () => {
    while (asking) {
      requestsInSwap++;
      await ask(server, token).catch(() => requestsFailedInSwap++);
      await pause(5);
    }
  })();
  const before = await revision(server, token);
  await runCommand(["publish"], { data, limitSeconds, tolerated: [1] });
  const published = performance.now();
  while ((await revision(server, token)) === before && performance.now() - published < 60_000)
    await pause(50);
  const secondsToSwap = (performance.now() - published) / 1000;
  await pause(3_000);
  asking = false;
  await client;
  return { memoryInSwap: watch.stop(), secondsToSwap, requestsInSwap, requestsFailedInSwap };
}

/** The corpus revision being served. */
async function revision(server: BenchServer, token: string): Promise<string> {
  const answer = (await post(`${server.url}/api/v1/search/projects`, token, { limit: 1 })) as {
    results: { corpusRevision?: string }[];
  };
  return answer.results[0]?.corpusRevision ?? "";
}
