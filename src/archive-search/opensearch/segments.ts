/** Which segments the indices contain, and which of them installations use. */
import type { SegmentSize } from "../archive-writer.ts";
import type { Cluster } from "./cluster.ts";
import type { IndexNames } from "./indices.ts";

interface Installation {
  segments?: string[];
  building?: string;
}

interface Buckets {
  aggregations?: { segments: { buckets: { key: string; doc_count: number }[] } };
}

const maxSegments = 10_000;
/** Deleting, and making what was written searchable, may take long. */
const longMs = 600_000;

/** Sizes of all segments, complete or not. */
export async function countSegments(cluster: Cluster, names: IndexNames): Promise<Map<string, SegmentSize>> {
  await refresh(cluster, names);
  const [documents, chunks] = await Promise.all([
    countBySegment(cluster, names.documents),
    countBySegment(cluster, names.passages),
  ]);
  return new Map(
    [...new Set([...documents.keys(), ...chunks.keys()])].map((file) => [
      file,
      { documents: documents.get(file) ?? 0, chunks: chunks.get(file) ?? 0 },
    ]),
  );
}

async function countBySegment(cluster: Cluster, index: string): Promise<Map<string, number>> {
  const { body } = await cluster.request<Buckets>({
    method: "POST",
    path: `/${index}/_search`,
    body: { size: 0, aggs: { segments: { terms: { field: "segment", size: maxSegments } } } },
    timeoutMs: longMs,
  });
  return new Map(body.aggregations?.segments.buckets.map(({ key, doc_count }) => [key, doc_count]));
}

export async function countSegment(cluster: Cluster, names: IndexNames, file: string): Promise<SegmentSize> {
  await refresh(cluster, names);
  const count = async (index: string) => {
    const { body } = await cluster.request<{ count: number }>({
      method: "POST",
      path: `/${index}/_count`,
      body: { query: { term: { segment: file } } },
      timeoutMs: longMs,
    });
    return body.count;
  };
  return { documents: await count(names.documents), chunks: await count(names.passages) };
}

async function refresh(cluster: Cluster, names: IndexNames): Promise<void> {
  const indices = [names.passages, names.documents, names.contents].join(",");
  await cluster.request({ method: "POST", path: `/${indices}/_refresh`, timeoutMs: longMs });
}

export async function useSegments(
  cluster: Cluster,
  names: IndexNames,
  use: { installation: string; segments: readonly string[]; building: string | null },
): Promise<void> {
  const { installation, segments, building } = use;
  await cluster.request({
    method: "PUT",
    path: `/${names.installations}/_doc/${installation}`,
    query: { refresh: true },
    body: { segments, ...(building !== null && { building }) },
  });
}

/** Whether some installation uses a segment, or is building it. */
export async function usedSegments(cluster: Cluster, names: IndexNames): Promise<(file: string) => boolean> {
  const { body } = await cluster.request<{ hits: { hits: { _source: Installation }[] } }>({
    method: "POST",
    path: `/${names.installations}/_search`,
    body: { size: maxSegments, query: { match_all: {} } },
  });
  const all = body.hits.hits.map(({ _source }) => _source);
  const used = new Set(all.flatMap(({ segments = [] }) => segments));
  const building = all.flatMap((one) => one.building ?? []);
  return (file) => used.has(file) || building.some((begin) => file.startsWith(begin));
}

export async function deleteSegments(
  cluster: Cluster,
  names: IndexNames,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return;
  for (const index of [names.passages, names.documents, names.contents])
    await cluster.request({
      method: "POST",
      path: `/${index}/_delete_by_query`,
      query: { conflicts: "proceed", refresh: true },
      body: { query: { terms: { segment: files } } },
      timeoutMs: longMs,
    });
}
