/** The reference searches against naive ones; every contender against the references, on a small set. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { SyntheticText } from "../corpus/synthetic-text.ts";
import { seededRandom } from "../measure/random.ts";
import { type ChunkSet, ChunkSetWriter, openChunkSet, readAllVectors } from "./chunk-set.ts";
import { resultCount } from "./contender.ts";
import { contenderKeys, loadContender } from "./contenders/all.ts";
import { bm25Shape, judgeText } from "./exact-text.ts";
import { judgeVectors } from "./exact-vectors.ts";
import { drawQuery } from "./queries.ts";
import { runRounds } from "./rounds.ts";
import { tune } from "./tune.ts";

const dimensions = 64;
const random = seededRandom(3);

function unitVector(): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, (_, j) => (random() - 0.5) / Math.sqrt(1 + j / 4));
  const norm = Math.hypot(...vector);
  return vector.map((x) => x / norm);
}

const termsOf = (seed: number) =>
  new SyntheticText(seed)
    .prose(600)
    .toLowerCase()
    .match(/[a-z]+/g)!
    .slice(0, 90);
const all = Array.from({ length: 3_000 }, (_, i) => ({ terms: termsOf(i), vector: unitVector() }));
const queries = Array.from({ length: 12 }, (_, i) => all[i * 100]!.terms.slice(i, i + 4).join(" "));
const queryVectors = Array.from({ length: 12 }, unitVector);

let folder: string;
let chunks: ChunkSet;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "priorart-bench-"));
  const writer = new ChunkSetWriter(folder, dimensions);
  for (const { terms, vector } of all) writer.add(terms, vector);
  writer.close();
  chunks = openChunkSet(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function naiveTop(query: string): number[] {
  const wanted = [...new Set(query.split(" "))];
  const average = all.reduce((sum, { terms }) => sum + terms.length, 0) / all.length;
  const idfs = wanted.map((term) => {
    const holders = all.filter(({ terms }) => terms.includes(term)).length;
    return Math.log(1 + (all.length - holders + 0.5) / (holders + 0.5));
  });
  return all
    .map(({ terms }, id) => {
      const norm = bm25Shape.k1 * (1 - bm25Shape.b + (bm25Shape.b * terms.length) / average);
      const score = wanted.reduce((sum, term, t) => {
        const frequency = terms.filter((each) => each === term).length;
        return sum + (idfs[t]! * frequency * (bm25Shape.k1 + 1)) / (frequency + norm);
      }, 0);
      return { id, score };
    })
    .filter(({ score }) => score > 0)
    .sort((x, y) => y.score - x.score || x.id - y.id)
    .slice(0, resultCount)
    .map(({ id }) => id);
}

describe("chunk set", () => {
  it("returns what was written, whole or its beginning", () => {
    assert.deepEqual(
      [...chunks.texts()],
      all.map(({ terms }) => terms.join(" ")),
    );
    assert.deepEqual([...openChunkSet(folder, 10).texts()].length, 10);
    const rows = [...openChunkSet(folder, 7).vectors()].length;
    assert.equal(rows, 7);
    assert.deepEqual(readAllVectors(chunks).subarray(64, 128), all[1]!.vector);
  });
});

describe("judges", () => {
  it("find the same top as plain BM25", () => {
    const judge = judgeText(chunks, queries, resultCount);
    queries.forEach((query, q) => {
      assert.deepEqual(judge.top(q), naiveTop(query));
      assert.equal(judge.agreement(q, judge.top(q)), 1);
      assert.equal(judge.agreement(q, []), 0);
    });
  });

  it("count recall against the nearest of all vectors, duplicates of ids once", () => {
    const judge = judgeVectors(readAllVectors(chunks), queryVectors, resultCount);
    queryVectors.forEach((query, q) => {
      const nearest = all
        .map(({ vector }, id) => ({ id, near: vector.reduce((sum, x, j) => sum + x * query[j]!, 0) }))
        .sort((x, y) => y.near - x.near)
        .slice(0, resultCount)
        .map(({ id }) => id);
      assert.equal(judge.recall(q, nearest), 1);
      assert.equal(judge.recall(q, Array(resultCount).fill(nearest[0]!)), 1 / resultCount);
    });
  });
});

it("draws three to six words that the source holds", () => {
  for (let i = 0; i < 50; i++) {
    const text = new SyntheticText(i);
    const source = { title: text.title(), passage: text.prose(500) };
    const query = drawQuery(source, { random, fromTitle: i % 2 === 0, isContent: (word) => word.length > 3 });
    if (query === null) continue;
    const words = query.split(" ");
    assert.ok(words.length >= 3 && words.length <= 6);
    const held = `${source.title} ${source.passage}`.toLowerCase();
    for (const word of words) assert.ok(held.includes(word));
  }
});

it("asks every contender the same, in rotated order", async () => {
  const asked: string[] = [];
  const entrant = (key: string) => ({
    key,
    answer: (query: number) => {
      asked.push(`${key}${query}`);
      return [query];
    },
  });
  const { results } = await runRounds([entrant("a"), entrant("b")], {
    queries: 2,
    rounds: 1,
    deadline: Number.POSITIVE_INFINITY,
  });
  assert.deepEqual(asked, ["a0", "b0", "b1", "a1", "b0", "a0", "a1", "b1"]);
  assert.equal(results.a!.latency.count, 2);
  assert.deepEqual(results.b!.answers, [[0], [1]]);
});

it("continues without a contender that throws, and reports why", async () => {
  const good = { key: "good", answer: (query: number) => [query] };
  const bad = {
    key: "bad",
    answer: (): number[] => {
      throw new Error("worn out");
    },
  };
  const { results, failures } = await runRounds([bad, good], {
    queries: 2,
    rounds: 1,
    deadline: Number.POSITIVE_INFINITY,
  });
  assert.deepEqual(Object.keys(results), ["good"]);
  assert.match(failures.bad!, /worn out/);
});

/** Contenders other than the product need the bench's own dependencies: `npm --prefix bench ci`. */
const installed = existsSync(new URL("../../node_modules", import.meta.url));

for (const key of contenderKeys)
  describe(`contender ${key}`, () => {
    it("finds what it should", { timeout: 120_000 }, async (context) => {
      if (key !== "prior-art" && !installed) context.skip("the bench's dependencies are not installed");
      const contender = await loadContender(key);
      const { persistent, levels } = contender.description;
      const place = join(folder, key);
      mkdirSync(place);
      if (persistent) await contender.build(chunks, place);
      await contender.open(chunks, place);
      const judge = judgeText(chunks, queries, resultCount);
      let agreement = 0;
      for (let q = 0; q < queries.length; q++)
        agreement += judge.agreement(q, await contender.text(queries[q]!, resultCount));
      // MiniSearch weighs by the number of matched terms, Orama by one and a half per further term.
      const least = { "prior-art": 1, sqlite: 0.95, lancedb: 0.9, orama: 0.3, minisearch: 0.3 }[key];
      assert.ok(agreement / queries.length >= least, `agreement ${agreement / queries.length}`);
      if (levels.length > 0) {
        const nearest = judgeVectors(readAllVectors(chunks), queryVectors, resultCount);
        const tuned = await tune(contender, queryVectors, { judge: nearest, wanted: 0.98 });
        assert.ok(tuned.reached, `recall ${tuned.recall}`);
        const fused = await contender.fused(queries[0]!, queryVectors[0]!, tuned.level);
        assert.equal(new Set(fused).size, resultCount);
      }
      await contender.close();
    });
  });
