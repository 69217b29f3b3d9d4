/** Reads hits of searches, and searches several at once. */
import { ArchiveBackendError } from "../archive-backend-error.ts";
import type { Cluster } from "./cluster.ts";
import type { Clause } from "./queries.ts";

export interface Hit {
  _id: string;
  _score: number | null;
  fields?: Record<string, unknown[]>;
  matched_queries?: string[];
}

interface SearchAnswer {
  status: number;
  timed_out?: boolean;
  _shards?: { failed: number };
  hits?: { hits: Hit[] };
  error?: { type?: string; root_cause?: { type: string }[] };
}

export interface Search {
  index: string;
  body: Clause;
}

/** A search whose hits contain these fields and nothing else. */
export function searchFor(index: string, fields: readonly string[], rest: Clause): Search {
  return {
    index,
    body: {
      _source: false,
      track_total_hits: false,
      stored_fields: "_none_",
      docvalue_fields: fields,
      ...rest,
    },
  };
}

/** A shard that moves between nodes fails some searches for a moment. */
const repeats = 4;
/** Before the first repeat; later ones wait longer. */
const pauseMs = 100;

/** The hits of each search, in one round trip. Statistics are those of all shards, so that scores are comparable. */
export async function searchAll(cluster: Cluster, searches: readonly Search[]): Promise<Hit[][]> {
  if (searches.length === 0) return [];
  const lines = searches.flatMap(({ index, body }) => [
    { index, search_type: "dfs_query_then_fetch", preference: "_local" },
    body,
  ]);
  for (let repeat = 1; ; repeat++) {
    const { body } = await cluster.request<{ responses: SearchAnswer[] }>({
      method: "POST",
      path: "/_msearch",
      lines,
    });
    const failed = body.responses.find(isIncomplete);
    if (!failed) return body.responses.map(({ hits }) => hits!.hits);
    if (repeat === repeats || failed.status === 400 || failed.status === 404)
      throw new ArchiveBackendError(`OpenSearch could not search: ${reasonOf(failed)}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs * repeat));
  }
}

function isIncomplete({ error, timed_out, _shards }: SearchAnswer): boolean {
  return error !== undefined || timed_out === true || (_shards?.failed ?? 0) > 0;
}

/** Kinds of errors only: their texts may quote the query. */
function reasonOf({ status, error, _shards, timed_out }: SearchAnswer): string {
  if (error) return `status ${status} ${error.root_cause?.[0]?.type ?? error.type ?? ""}`;
  return timed_out ? "a shard took too long" : `${_shards?.failed} shards failed`;
}

export const numberField = (hit: Hit, name: string): number => hit.fields![name]![0] as number;
export const textField = (hit: Hit, name: string): string => (hit.fields?.[name]?.[0] ?? "") as string;
/** Null where the document lacks the field. */
export const bytesField = (hit: Hit, name: string): Buffer | null => {
  const value = hit.fields?.[name]?.[0];
  return value === undefined ? null : Buffer.from(value as string, "base64url");
};
