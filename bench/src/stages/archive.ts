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
  latency: Latency;
  /** Results per query. */
  results: number;
  tiers: Record<string, number>;
}

export async function measureArchive(input: ArchiveInput): Promise<ArchiveResult> {
  const queries = readQueries(input.work);
  const research = await openInProcess(input.data);
  const times: number[] = [];
  const tiers: Record<string, number> = {};
  let results = 0;
  for (let round = -1; round < input.rounds; round++)
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
