/** One comparison: each contender is built separately, all run interleaved, each is served separately. */
import { join } from "node:path";
import type { BenchOptions } from "../options.ts";
import type { Contest } from "../report/results.ts";
import type { BuildInput, BuildResult } from "../stages/build-contender.ts";
import type { ContestInput, ContestResult } from "../stages/contest.ts";
import type { ServeContenderInput, ServeContenderResult } from "../stages/serve-contender.ts";
import { runStage } from "../stages/stage.ts";
import { openChunkSet } from "./chunk-set.ts";
import { type ContenderKey, contenderKeys, loadContender } from "./contenders/all.ts";

const limits = { build: 1_200, contest: 3_600, serve: 900, perKind: 80 };
/** In-memory contenders need it, in MB. */
const heap = 12_000;

export async function runContest(
  chunks: string,
  { name, options, note }: { name: string; options: BenchOptions; note: (text: string) => void },
): Promise<Contest> {
  const { work, recall, rounds } = options;
  const count = openChunkSet(chunks).count;
  const leftOut: Contest["leftOut"] = {};
  const costs: Contest["costs"] = {};
  const failures: Contest["failures"] = {};
  const contenders: Partial<Record<ContenderKey, string>> = {};
  for (const key of contenderKeys) {
    const folder = join(work, `contest-${name}`, key);
    try {
      const { maxChunks } = (await loadContender(key)).description;
      if (maxChunks && count > maxChunks.count) {
        leftOut[key] = maxChunks.because;
        continue;
      }
      const input: BuildInput = { contender: key, chunks, folder };
      costs[key] = await runStage<BuildResult>("build-contender", input, {
        work,
        limits: { seconds: limits.build, heap },
      });
      contenders[key] = folder;
      note(`  ${key} built in ${costs[key].seconds.toFixed(1)} s`);
    } catch (error) {
      failures[key] = error instanceof Error ? error.message : String(error);
    }
  }
  const input: ContestInput = { work, chunks, contenders, recall, rounds, seconds: limits.perKind };
  const result = await runStage<ContestResult>("contest", input, {
    work,
    limits: { seconds: limits.contest, heap },
  });
  for (const [key, folder] of Object.entries(contenders) as [ContenderKey, string][]) {
    const standing = result.standings[key];
    if (!standing) continue;
    try {
      const serve: ServeContenderInput = {
        contender: key,
        chunks,
        folder,
        work,
        level: standing.vector?.level ?? null,
      };
      const served = await runStage<ServeContenderResult>("serve-contender", serve, {
        work,
        limits: { seconds: limits.serve, heap },
      });
      costs[key] = { ...costs[key]!, ...served };
    } catch (error) {
      failures[key] = error instanceof Error ? error.message : String(error);
    }
  }
  return { ...result, failures: { ...failures, ...result.failures }, costs, leftOut };
}
