/** Reads contents of documents, which are stored in slices of equal length. */
import { ArchiveBackendError } from "../archive-backend-error.ts";
import { sliceCharacters } from "../slice-characters.ts";
import type { Cluster } from "./cluster.ts";
import { sliceChars } from "./indices.ts";

interface Stored {
  found?: boolean;
  fields?: { text?: [string] };
  error?: object;
}

/** Code points `from` … `to` − 1 of a document's content. */
export async function readContent(
  { cluster, index, id }: { cluster: Cluster; index: string; id: string },
  { from, to }: { from: number; to: number },
): Promise<string> {
  const first = Math.floor(from / sliceChars);
  const last = Math.floor((to - 1) / sliceChars);
  const slices = Array.from({ length: last - first + 1 }, (_, i) => `${id}/${first + i}`);
  const texts = await readSlices(cluster, index, slices);
  if (texts.includes(null))
    throw new ArchiveBackendError("OpenSearch lacks a part of a document; publish again");
  const start = first * sliceChars;
  return sliceCharacters(texts.join(""), from - start, to - start);
}

/** The first slices of each document, joined. */
export async function readBeginnings(
  { cluster, index, ids }: { cluster: Cluster; index: string; ids: readonly string[] },
  slices: number,
): Promise<string[]> {
  const wanted = ids.flatMap((id) => Array.from({ length: slices }, (_, i) => `${id}/${i}`));
  const texts = await readSlices(cluster, index, wanted);
  return ids.map((_, d) => texts.slice(d * slices, (d + 1) * slices).join(""));
}

/** Null for a slice that there is not. */
async function readSlices(
  cluster: Cluster,
  index: string,
  ids: readonly string[],
): Promise<(string | null)[]> {
  if (ids.length === 0) return [];
  const { body } = await cluster.request<{ docs: Stored[] }>({
    method: "POST",
    path: `/${index}/_mget`,
    query: { stored_fields: "text", realtime: false },
    body: { ids },
  });
  if (body.docs.some(({ error }) => error))
    throw new ArchiveBackendError("OpenSearch could not read a document's text");
  return body.docs.map(({ found, fields }) => (found ? (fields?.text?.[0] ?? "") : null));
}
