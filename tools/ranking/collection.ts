/** A judged collection: a published data directory and queries with graded answers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadSnapshot } from "../../src/corpus/snapshot.ts";
import type { SnapshotContext } from "../../src/serving/answer.ts";
import { SnapshotCache } from "../../src/serving/snapshot-cache.ts";

export interface Collection {
  name: string;
  kind: "archive" | "projects";
  /** The data directory. */
  data: string;
  /** JSON Lines: `query`, and `judgements` from slug or document id to grade, 1 to 3. */
  queries: string;
}

export interface JudgedQuery {
  query: string;
  judgements: Record<string, number>;
}

export function readQueries({ queries }: Collection): JudgedQuery[] {
  const lines = readFileSync(queries, "utf8").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}

/** Runs `use` on the collection's current snapshot. */
export async function openCollection<T>(
  { data }: Collection,
  use: (context: SnapshotContext) => Promise<T>,
): Promise<T> {
  const current = readFileSync(join(data, "snapshots", "CURRENT"), "utf8").trim();
  const cache = new SnapshotCache({});
  try {
    return await cache.use(loadSnapshot(data, current), use);
  } finally {
    cache.close();
  }
}
