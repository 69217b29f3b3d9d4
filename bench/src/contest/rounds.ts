/** One interleaved run: query after query, every contender answers before the next query, in rotated order. */
import { type Latency, latencyOf } from "../measure/latency.ts";
import { type Answer, timed } from "./timed.ts";

export interface Entrant {
  key: string;
  /** Answers query number `query`. */
  answer(query: number): Promise<Answer> | Answer;
}

export interface RoundResult {
  latency: Latency;
  /** The ids of each query, from the last round. */
  answers: (readonly number[])[];
}

export interface Rounds {
  results: Record<string, RoundResult>;
  /** Contenders that threw, with the error; they leave the run. */
  failures: Record<string, string>;
}

/** Milliseconds of each contender over `rounds` passes; a pass before them is not counted. Stops at the deadline. */
export async function runRounds(
  all: readonly Entrant[],
  options: { queries: number; rounds: number; deadline: number },
): Promise<Rounds> {
  let entrants = [...all];
  const failures: Rounds["failures"] = {};
  const times = new Map(entrants.map(({ key }) => [key, [] as number[]]));
  const answers = new Map(entrants.map(({ key }) => [key, [] as (readonly number[])[]]));
  for (let round = -1; round < options.rounds; round++)
    for (let query = 0; query < options.queries; query++) {
      // The warm-up and the first round are whole, so that every query has its answers.
      if (round > 0 && performance.now() > options.deadline) break;
      const order = entrants.map((_, turn) => entrants[(turn + query + round + 1) % entrants.length]!);
      for (const { key, answer } of order) {
        try {
          const { ids, milliseconds } = await timed(() => answer(query));
          if (round >= 0) times.get(key)!.push(milliseconds);
          answers.get(key)![query] = ids;
        } catch (error) {
          failures[key] = String(error);
          entrants = entrants.filter((entrant) => entrant.key !== key);
        }
      }
    }
  const results = entrants.map(({ key }) => [
    key,
    { latency: latencyOf(times.get(key)!), answers: answers.get(key)! },
  ]);
  return { results: Object.fromEntries(results), failures };
}
