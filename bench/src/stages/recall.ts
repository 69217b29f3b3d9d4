/** The published snapshot's own vector search against a full scan over floats of the same chunks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { openChunkSet, readAllVectors } from "../contest/chunk-set.ts";
import { resultCount } from "../contest/contender.ts";
import { judgeVectors } from "../contest/exact-vectors.ts";
import { loadBuilt } from "../product/dist.ts";
import { openSnapshot } from "../product/snapshot.ts";
import { mean, readQueries } from "./contest.ts";
import { extractFiles } from "./extract.ts";

export interface RecallInput {
  data: string;
  work: string;
}

export interface RecallResult {
  recall: number;
  /** For the worst query. */
  least: number;
  queries: number;
  chunks: number;
  /** One-bit candidates that the product rescored. */
  candidates: number;
}

export async function measureRecall(input: RecallInput): Promise<RecallResult> {
  const { pool } = await loadBuilt<typeof import("../../../src/research/search-archives/candidates.ts")>(
    "research/search-archives/candidates.js",
  );
  const queries = readQueries(input.work).map(({ vector }) => Float32Array.from(vector));
  const chunks = openChunkSet(join(input.work, extractFiles.all));
  const ids: number[] = JSON.parse(readFileSync(join(input.work, extractFiles.ids), "utf8"));
  const rowOf = new Map(ids.map((id, row) => [id, row]));
  const judge = judgeVectors(readAllVectors(chunks), queries, resultCount);
  const { snapshot, close } = await openSnapshot(input.data);
  const { archive } = snapshot;
  const filter = archive.filter();
  const recalls = queries.map((vector, q) => {
    const { ids: found } = archive.searchVectors(archive.prepare(vector), {
      k: pool.nearest,
      candidates: pool.coded,
      filter,
    });
    // A part of the chunks may have been extracted: only those count.
    const rows = Array.from(found, (id) => rowOf.get(id)).filter((row) => row !== undefined);
    return judge.recall(q, rows.slice(0, resultCount));
  });
  close();
  return {
    recall: mean(recalls),
    least: Math.min(...recalls),
    queries: queries.length,
    chunks: chunks.count,
    candidates: pool.coded,
  };
}
