/** What an operator of projects alone waits for: import, publish, start; through the command line. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { CorpusFiles } from "../corpus/corpus-files.ts";
import { bytesOnDisk } from "../measure/disk.ts";
import { residentOf } from "../measure/memory.ts";
import { runCommand } from "../product/command.ts";
import { issueToken, post, startServer } from "../product/server.ts";

export interface OperateProjectsInput {
  data: string;
  corpus: CorpusFiles;
}

interface Step {
  seconds: number;
  /** MB. */
  peakMemory: number | null;
}

export interface OperateProjectsResult {
  projects: number;
  import: Step;
  publish: Step;
  /** MB. */
  disk: { catalog: number; snapshot: number };
  server: { secondsToReady: number; memory: number | null };
}

const limitSeconds = 20_000;
/** Answers before memory is measured. */
const asked = 50;

export async function operateProjects({
  data,
  corpus,
}: OperateProjectsInput): Promise<OperateProjectsResult> {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  const run = (...args: string[]) => runCommand(args, { data, limitSeconds, tolerated: [1] });
  const map = corpus.projectsMap ? ["--map", corpus.projectsMap] : [];
  const imported = await run("import", "projects", ...corpus.projects, ...map);
  const published = await run("publish", "--json");
  return {
    projects: (JSON.parse(published.stdout) as { projects: number }).projects,
    import: { seconds: imported.seconds, peakMemory: imported.peakMemory },
    publish: { seconds: published.seconds, peakMemory: published.peakMemory },
    disk: {
      catalog: bytesOnDisk(join(data, "catalog.db")) / 1e6,
      snapshot: (bytesOnDisk(join(data, "segments")) + bytesOnDisk(join(data, "snapshots"))) / 1e6,
    },
    server: await measureServer(data),
  };
}

async function measureServer(data: string): Promise<OperateProjectsResult["server"]> {
  const token = await issueToken(data);
  const server = await startServer(data, 300);
  try {
    const body = { query: "payments for market vendors", includeFacets: true };
    for (let i = 0; i < asked; i++) await post(`${server.url}/api/v1/search/projects`, token, body);
    return { secondsToReady: server.secondsToReady, memory: residentOf(server.pid, "VmRSS") };
  } finally {
    await server.stop();
  }
}
