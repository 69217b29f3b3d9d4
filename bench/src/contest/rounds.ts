/** One interleaved run: query after query, every contender answers before the next query, in rotated order. */
import { type Latency, latencyOf } from "../measure/latency.ts";

export interface Entrant {
  key: string;
  /** Answers query number `query`. */
  answer(query: number): Promise<number[]> | number[];
}

export interface RoundResult {
  latency: Latency;
  /** The ids of each query, from the last round. */
  answers: number[][];
}

/** Milliseconds of each contender over `rounds` passes; a pass before them is not counted. Stops at the deadline. */
export async function runRounds(
  entrants: readonly Entrant[],
  options: { queries: number; rounds: number; deadline: number },
): Promise<Record<string, RoundResult>> {
  const times = new Map(entrants.map(({ key }) => [key, [] as number[]]));
  const answers = new Map(entrants.map(({ key }) => [key, [] as number[][]]));
  for (let round = -1; round < options.rounds; round++)
    for (let query = 0; query < options.queries; query++) {
      // Whole rounds of queries first: a stop in between would favour who came first.
      if (round > 0 && performance.now() > options.deadline) break;
      for (let turn = 0; turn < entrants.length; turn++) {
        const { key, answer } = entrants[(turn + query + round + 1) % entrants.length]!;
        const started = performance.now();
        const ids = await answer(query);
        const took = performance.now() - started;
        if (round >= 0) times.get(key)!.push(took);
        answers.get(key)![query] = ids;
      }
    }
  return Object.fromEntries(
    entrants.map(({ key }) => [key, { latency: latencyOf(times.get(key)!), answers: answers.get(key)! }]),
  );
}
