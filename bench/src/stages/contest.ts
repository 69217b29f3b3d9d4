/** All contenders in one process, one interleaved run per kind of search. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openChunkSet, readAllVectors } from "../contest/chunk-set.ts";
import { type Contender, resultCount } from "../contest/contender.ts";
import { type ContenderKey, loadContender } from "../contest/contenders/all.ts";
import { judgeText } from "../contest/exact-text.ts";
import { judgeVectors } from "../contest/exact-vectors.ts";
import { type Entrant, runRounds } from "../contest/rounds.ts";
import { type Tuned, tune } from "../contest/tune.ts";
import type { Latency } from "../measure/latency.ts";
import { type BenchQuery, extractFiles } from "./extract.ts";

export interface ContestInput {
  work: string;
  chunks: string;
  /** Contender → folder of what it built. */
  contenders: Partial<Record<ContenderKey, string>>;
  /** Recall@10 that every vector search is to reach. */
  recall: number;
  rounds: number;
  /** Per kind of search. */
  seconds: number;
}

export interface Standing {
  name: string;
  version: string;
  setup: string;
  /** Text: share of the exact BM25 top 10 found. */
  text: { latency: Latency; agreement: number };
  vector: { latency: Latency; setting: string; level: number; recall: number; reached: boolean } | null;
  fused: { latency: Latency } | null;
}

export interface ContestResult {
  chunks: number;
  queries: number;
  standings: Partial<Record<ContenderKey, Standing>>;
  failures: Partial<Record<ContenderKey, string>>;
}

type Opened = { key: ContenderKey; contender: Contender };

export async function contest(input: ContestInput): Promise<ContestResult> {
  const chunks = openChunkSet(input.chunks);
  const queries = readQueries(input.work);
  const vectors = queries.map(({ vector }) => Float32Array.from(vector));
  const failures: ContestResult["failures"] = {};
  const opened: Opened[] = [];
  for (const [key, folder] of Object.entries(input.contenders) as [ContenderKey, string][]) {
    try {
      const contender = await loadContender(key);
      await contender.open(chunks, folder);
      opened.push({ key, contender });
    } catch (error) {
      failures[key] = String(error);
    }
  }
  const deadline = () => performance.now() + input.seconds * 1000;
  const run = async (entrants: Entrant[]) => {
    const rounds = await runRounds(entrants, {
      queries: queries.length,
      rounds: input.rounds,
      deadline: deadline(),
    });
    Object.assign(failures, rounds.failures);
    return rounds.results;
  };

  const textJudge = judgeText(
    chunks,
    queries.map(({ terms }) => terms),
    resultCount,
  );
  const text = await run(
    opened.map(({ key, contender }) => ({
      key,
      answer: (q) => contender.text(queries[q]!.terms, resultCount),
    })),
  );
  const vectorJudge = judgeVectors(readAllVectors(chunks), vectors, resultCount);
  const tuned = new Map<ContenderKey, Tuned>();
  const withVectors = opened.filter(({ contender }) => contender.description.levels.length > 0);
  for (const { key, contender } of withVectors)
    try {
      tuned.set(key, await tune(contender, vectors, { judge: vectorJudge, wanted: input.recall }));
    } catch (error) {
      failures[key] = String(error);
    }
  const inTune = withVectors.filter(({ key }) => tuned.has(key));
  const vector = await run(
    inTune.map(({ key, contender }) => ({
      key,
      answer: (q) => contender.vector(vectors[q]!, resultCount, tuned.get(key)!.level),
    })),
  );
  const fused = await run(
    inTune.map(({ key, contender }) => ({
      key,
      answer: (q) => contender.fused(queries[q]!.terms, vectors[q]!, tuned.get(key)!.level),
    })),
  );

  const standings: ContestResult["standings"] = {};
  for (const { key, contender } of opened) {
    const { name, version, setup, levels } = contender.description;
    await contender.close();
    if (!text[key]) continue;
    const { answers } = text[key];
    const level = vector[key] ? tuned.get(key) : undefined;
    standings[key] = {
      name,
      version,
      setup,
      text: {
        latency: text[key]!.latency,
        agreement: mean(answers.map((ids, q) => textJudge.agreement(q, ids))),
      },
      vector: level
        ? {
            latency: vector[key]!.latency,
            setting: level.level.label,
            level: levels.indexOf(level.level),
            recall: mean(vector[key]!.answers.map((ids, q) => vectorJudge.recall(q, ids))),
            reached: level.reached,
          }
        : null,
      fused: fused[key] ? { latency: fused[key].latency } : null,
    };
  }
  return { chunks: chunks.count, queries: queries.length, standings, failures };
}

export function readQueries(work: string): BenchQuery[] {
  return JSON.parse(readFileSync(join(work, extractFiles.queries), "utf8"));
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
