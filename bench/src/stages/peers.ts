/** Prior Art beside the peers: one interleaved run for text, one for vectors; each peer in a process of its own. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openChunkSet, readAllVectors } from "../contest/chunk-set.ts";
import { type Level, resultCount } from "../contest/contender.ts";
import { PriorArt } from "../contest/contenders/prior-art.ts";
import { judgeText } from "../contest/exact-text.ts";
import { judgeVectors } from "../contest/exact-vectors.ts";
import { drawPairs } from "../contest/pairs.ts";
import { installPeers } from "../contest/peers/install-peers.ts";
import { PeerProcess } from "../contest/peers/peer-process.ts";
import { type Peer, type PeerKey, peerKeys, peers } from "../contest/peers/peers.ts";
import { type Rounds, runRounds } from "../contest/rounds.ts";
import type { Answer } from "../contest/timed.ts";
import { type Tuned, tune } from "../contest/tune.ts";
import { bytesOnDisk } from "../measure/disk.ts";
import type { Latency } from "../measure/latency.ts";
import { seededRandom } from "../measure/random.ts";
import { mean, readQueries } from "./contest.ts";

const pairsSeed = 20_261_124;

export interface PeersInput {
  work: string;
  chunks: string;
  recall: number;
  rounds: number;
  /** Per kind of search. */
  seconds: number;
}

export interface PeerStanding {
  name: string;
  version: string;
  setup: string;
  latency: Latency;
  /** Text: share of the exact BM25 top 10 found. Vectors: recall@10. */
  quality: number;
  /** Setting of the vector search; false where it misses the wanted recall. */
  setting: string | null;
  reached: boolean;
  /** Seconds of the build; MB on disk, and resident while serving. Null for Prior Art: see the contest. */
  build: number | null;
  disk: number | null;
  memory: number | null;
}

export interface PeersResult {
  chunks: number;
  queries: number;
  text: PeerStanding[];
  /** Queries of a rare and a frequent term; absent in earlier results. */
  pairs?: PeerStanding[];
  vector: PeerStanding[];
  /** Peers that are not in the run, and why. */
  missing: Partial<Record<PeerKey, string>>;
}

interface Entrant {
  key: string;
  description: Pick<Peer, "name" | "version" | "setup" | "levels">;
  costs: Pick<PeerStanding, "build" | "disk">;
  text?(terms: string, k: number): Promise<Answer> | Answer;
  vector?(vector: Float32Array, k: number, level: Level): Promise<Answer> | Answer;
  memory(): number | null;
  close(): void;
}

export async function comparePeers(input: PeersInput): Promise<PeersResult> {
  const { commands, missing } = installPeers(input.work);
  const entrants: Entrant[] = [await openOurs(input)];
  for (const key of peerKeys)
    try {
      if (commands[key]) entrants.push(await openPeer(key, new PeerProcess(commands[key]), input));
    } catch (error) {
      missing[key] = (error as Error).message;
    }
  const queries = readQueries(input.work);
  const result = {
    chunks: openChunkSet(input.chunks).count,
    queries: queries.length,
    text: await compareText(
      entrants,
      queries.map(({ terms }) => terms),
      input,
    ),
    pairs: await compareText(entrants, pairsOf(input, queries.length), input),
    vector: await compareVectors(entrants, input),
    missing,
  };
  for (const entrant of entrants) entrant.close();
  return result;
}

async function openOurs({ chunks, work }: PeersInput): Promise<Entrant> {
  const ours = new PriorArt();
  const folder = freshFolder(work, "prior-art");
  const started = performance.now();
  await ours.build(openChunkSet(chunks), folder);
  const build = (performance.now() - started) / 1000;
  await ours.open(openChunkSet(chunks), folder);
  return {
    key: "prior-art",
    description: ours.description,
    costs: { build, disk: bytesOnDisk(folder) / 1e6 },
    text: (terms, k) => ours.text(terms, k),
    vector: (vector, k, level) => ours.vector(vector, k, level),
    memory: () => null,
    close: () => void ours.close(),
  };
}

async function openPeer(key: PeerKey, process: PeerProcess, { chunks, work }: PeersInput): Promise<Entrant> {
  const folder = freshFolder(work, key);
  const { milliseconds } = await process.ask("build", chunks, folder);
  await process.ask("open", chunks, folder);
  const base64 = ({ buffer, byteOffset, byteLength }: Float32Array) =>
    Buffer.from(buffer, byteOffset, byteLength).toString("base64");
  const search =
    peers[key].kind === "text"
      ? { text: (terms: string, k: number) => process.ask("text", String(k), terms) }
      : {
          vector: (vector: Float32Array, k: number, { settings }: Level) =>
            process.ask("vector", String(k), JSON.stringify(settings), base64(vector)),
        };
  return {
    key,
    description: peers[key],
    costs: { build: milliseconds / 1000, disk: bytesOnDisk(folder) / 1e6 },
    ...search,
    memory: () => process.memory(),
    close: () => process.close(),
  };
}

function freshFolder(work: string, key: string): string {
  const folder = join(work, "peer-indexes", key);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

const pairsOf = ({ chunks }: PeersInput, count: number): string[] =>
  drawPairs(openChunkSet(chunks).texts(), count, seededRandom(pairsSeed));

async function compareText(
  entrants: readonly Entrant[],
  terms: readonly string[],
  input: PeersInput,
): Promise<PeerStanding[]> {
  const judge = judgeText(openChunkSet(input.chunks), terms, resultCount);
  const inText = entrants.filter(({ text }) => text);
  const rounds = await runRounds(
    inText.map(({ key, text }) => ({ key, answer: (q) => text!(terms[q]!, resultCount) })),
    { queries: terms.length, rounds: input.rounds, deadline: performance.now() + input.seconds * 1000 },
  );
  return standings(inText, rounds, (answers) => ({
    quality: mean(answers.map((ids, q) => judge.agreement(q, ids))),
    setting: null,
    reached: true,
  }));
}

async function compareVectors(entrants: readonly Entrant[], input: PeersInput): Promise<PeerStanding[]> {
  const vectors = readQueries(input.work).map(({ vector }) => Float32Array.from(vector));
  const judge = judgeVectors(readAllVectors(openChunkSet(input.chunks)), vectors, resultCount);
  const inVectors = entrants.filter(({ vector }) => vector);
  const tuned = new Map<string, Tuned>();
  for (const { key, description, vector } of inVectors)
    tuned.set(key, await tune({ description, vector: vector! }, vectors, { judge, wanted: input.recall }));
  const rounds = await runRounds(
    inVectors.map(({ key, vector }) => ({
      key,
      answer: (q) => vector!(vectors[q]!, resultCount, tuned.get(key)!.level),
    })),
    { queries: vectors.length, rounds: input.rounds, deadline: performance.now() + input.seconds * 1000 },
  );
  return standings(inVectors, rounds, (answers, key) => {
    const { level, reached } = tuned.get(key)!;
    return { quality: mean(answers.map((ids, q) => judge.recall(q, ids))), setting: level.label, reached };
  });
}

function standings(
  entrants: readonly Entrant[],
  { results }: Rounds,
  judged: (
    answers: (readonly number[])[],
    key: string,
  ) => Pick<PeerStanding, "quality" | "setting" | "reached">,
): PeerStanding[] {
  return entrants.flatMap(({ key, description: { name, version, setup }, costs, memory }) => {
    const found = results[key];
    if (!found) return [];
    return [
      {
        name,
        version,
        setup,
        latency: found.latency,
        ...judged(found.answers, key),
        ...costs,
        memory: memory(),
      },
    ];
  });
}
