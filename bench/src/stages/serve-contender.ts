/** One contender, opened and queried once with everything: its memory while serving. */
import { openChunkSet } from "../contest/chunk-set.ts";
import { resultCount } from "../contest/contender.ts";
import { type ContenderKey, loadContender } from "../contest/contenders/all.ts";
import { residentNow } from "../measure/memory.ts";
import { readQueries } from "./contest.ts";

export interface ServeContenderInput {
  contender: ContenderKey;
  chunks: string;
  folder: string;
  work: string;
  /** Index of the vector search's setting; null without vectors. */
  level: number | null;
}

export interface ServeContenderResult {
  /** Opening the built index, or building it in memory. */
  secondsToOpen: number;
  /** MB above the empty process. */
  memory: number;
}

export async function serveContender(input: ServeContenderInput): Promise<ServeContenderResult> {
  const contender = await loadContender(input.contender);
  const queries = readQueries(input.work);
  const before = residentNow();
  const started = performance.now();
  await contender.open(openChunkSet(input.chunks), input.folder);
  const secondsToOpen = (performance.now() - started) / 1000;
  for (const { terms, vector } of queries) {
    await contender.text(terms, resultCount);
    if (input.level !== null)
      await contender.vector(
        Float32Array.from(vector),
        resultCount,
        contender.description.levels[input.level]!,
      );
  }
  const memory = residentNow() - before;
  await contender.close();
  return { secondsToOpen, memory };
}
