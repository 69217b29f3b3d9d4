/** Archive search in this process: text and vectors fused, snippets included, as the server answers it. */
import { type Latency, latencyOf } from "../measure/latency.ts";
import { openInProcess } from "../product/research.ts";
import { readQueries } from "./contest.ts";

export interface ArchiveInput {
  data: string;
  work: string;
  rounds: number;
}

export interface ArchiveResult {
  /** In one thread. */
  latency: Latency;
  /** By two worker threads, one request at a time: over several segments both work on it. Absent in older results. */
  served?: Latency;
  /** Results per query. */
  results: number;
  tiers: Record<string, number>;
}

export async function measureArchive(input: ArchiveInput): Promise<ArchiveResult> {
  const { latency, results, tiers } = await measure(input, 0);
  return { latency, served: (await measure(input, 2)).latency, results, tiers };
}

async function measure({ work, data, rounds }: ArchiveInput, workers: number) {
  const queries = readQueries(work);
  const research = await openInProcess(data, workers);
  const times: number[] = [];
  const tiers: Record<string, number> = {};
  let results = 0;
  for (let round = -1; round < rounds; round++)
    for (const { query } of queries) {
      const started = performance.now();
      const answer = await research.searchArchives({ query });
      if (round < 0) continue;
      times.push(performance.now() - started);
      results += answer.results.length;
      tiers[answer.searchTier] = (tiers[answer.searchTier] ?? 0) + 1;
    }
  await research.close();
  return { latency: latencyOf(times), results: results / times.length, tiers };
}
