/** Finds each contender's fastest setting that reaches the wanted recall. */
import { percentile } from "../measure/latency.ts";
import { type Level, resultCount } from "./contender.ts";
import type { VectorJudge } from "./exact-vectors.ts";
import { type Answer, timed } from "./timed.ts";

/** A contender with vector search. */
export interface Tunable {
  readonly description: { readonly levels: readonly Level[] };
  vector(vector: Float32Array, k: number, level: Level): Promise<Answer> | Answer;
}

export interface Tuned {
  level: Level;
  recall: number;
  /** False when no setting reached the wanted recall: then the best one is used. */
  reached: boolean;
}

interface Tried extends Tuned {
  /** Milliseconds, median. */
  time: number;
}

/** Slack for rounding: recall is a share of some thousand results. */
const slack = 0.0005;

/**
 * Tries settings in order until one reaches the recall, and the exact ones in any case: on a small set
 * a plain scan may be faster than an index.
 */
export async function tune(
  contender: Tunable,
  queries: readonly Float32Array[],
  options: { judge: VectorJudge; wanted: number },
): Promise<Tuned> {
  const tried: Tried[] = [];
  for (const level of contender.description.levels) {
    if (!level.exact && tried.some(({ reached }) => reached)) continue;
    tried.push(await attempt(contender, queries, { ...options, level }));
  }
  const good = tried.filter(({ reached }) => reached).sort((x, y) => x.time - y.time)[0];
  const { level, recall, reached } = good ?? tried.sort((x, y) => y.recall - x.recall)[0]!;
  return { level, recall, reached };
}

async function attempt(
  contender: Tunable,
  queries: readonly Float32Array[],
  { level, judge, wanted }: { level: Level; judge: VectorJudge; wanted: number },
): Promise<Tried> {
  const times: number[] = [];
  let sum = 0;
  await contender.vector(queries[0]!, resultCount, level);
  for (let q = 0; q < queries.length; q++) {
    const { ids, milliseconds } = await timed(() => contender.vector(queries[q]!, resultCount, level));
    times.push(milliseconds);
    sum += judge.recall(q, ids);
  }
  const recall = sum / Math.max(1, queries.length);
  return {
    level,
    recall,
    reached: recall >= wanted - slack,
    time: percentile(
      times.sort((x, y) => x - y),
      0.5,
    ),
  };
}
