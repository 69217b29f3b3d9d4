/** Project search in this process, fused, all ten facets counted. */
import { type Latency, latencyOf } from "../measure/latency.ts";
import { seededRandom } from "../measure/random.ts";
import { openInProcess } from "../product/research.ts";

export interface ProjectsInput {
  data: string;
  queries: number;
  rounds: number;
}

export interface ProjectsResult {
  latency: Latency;
  /** The same without a query: newest first. */
  browsing: Latency;
  projects: number;
  modes: Record<string, number>;
}

export async function measureProjects(input: ProjectsInput): Promise<ProjectsResult> {
  const research = await openInProcess(input.data);
  const { totalFound } = await research.searchProjects({ limit: 1 });
  const queries = await drawFromProjects(research, { count: input.queries, projects: totalFound });
  const modes: Record<string, number> = {};
  const measure = async (requests: readonly object[]) => {
    const times: number[] = [];
    for (let round = -1; round < input.rounds; round++)
      for (const request of requests) {
        const started = performance.now();
        const answer = await research.searchProjects({ limit: 10, includeFacets: true, ...request });
        if (round < 0) continue;
        times.push(performance.now() - started);
        const mode = answer.diagnostics?.modeUsed ?? "unknown";
        modes[mode] = (modes[mode] ?? 0) + 1;
      }
    return latencyOf(times);
  };
  const latency = await measure(queries.map((query) => ({ query, includeDiagnostics: true })));
  const browsing = await measure(Array.from({ length: 20 }, () => ({})));
  await research.close();
  return { latency, browsing, projects: totalFound, modes };
}

/** Three to six words of one-liners and names, spread over the whole corpus. */
async function drawFromProjects(
  research: Awaited<ReturnType<typeof openInProcess>>,
  { count, projects }: { count: number; projects: number },
): Promise<string[]> {
  const random = seededRandom(11);
  const queries: string[] = [];
  for (let tries = 0; queries.length < count && tries < count * 20; tries++) {
    const offset = Math.floor(random() * projects);
    const { results } = await research.searchProjects({ limit: 1, offset });
    const words = (results[0]?.evidence[0] ?? results[0]?.oneLiner ?? results[0]?.name ?? "").match(
      /\p{L}{4,}/gu,
    );
    if (!words || words.length < 3) continue;
    const start = Math.floor(random() * (words.length - 2));
    queries.push(words.slice(start, start + 3 + Math.floor(random() * 4)).join(" "));
  }
  return queries;
}
