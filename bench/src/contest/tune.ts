/** Finds each contender's cheapest setting that reaches the wanted recall. */
import { type Contender, type Level, resultCount } from "./contender.ts";
import type { VectorJudge } from "./exact-vectors.ts";

export interface Tuned {
  level: Level;
  recall: number;
  /** False when no setting reached the wanted recall: then the best one is taken. */
  reached: boolean;
}

/** Slack for rounding: recall is a share of some thousand results. */
const slack = 0.0005;

export async function tune(
  contender: Contender,
  queries: readonly Float32Array[],
  options: { judge: VectorJudge; wanted: number },
): Promise<Tuned> {
  let best: Tuned | null = null;
  for (const level of contender.description.levels) {
    const recall = await recallAt(contender, queries, { level, judge: options.judge });
    const reached = recall >= options.wanted - slack;
    if (!best || recall > best.recall) best = { level, recall, reached };
    if (reached) break;
  }
  return best!;
}

export async function recallAt(
  contender: Contender,
  queries: readonly Float32Array[],
  { level, judge }: { level: Level; judge: VectorJudge },
): Promise<number> {
  let sum = 0;
  for (let q = 0; q < queries.length; q++)
    sum += judge.recall(q, await contender.vector(queries[q]!, resultCount, level));
  return sum / Math.max(1, queries.length);
}
