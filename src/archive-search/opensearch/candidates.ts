/** Which chunks of the documents found are candidates, and which documents are likely to come first. */
import type { ArchiveIndex } from "../../corpus/archive/archive-index.ts";
import { leadChunks } from "../../corpus/archive/archive-layout.ts";
import type { FoundByChannel } from "../archive-session.ts";

type Numbering = Pick<ArchiveIndex, "chunkRange" | "documentOf">;

/** The chunks found of each document; of one that was found as a whole only, its first ones. */
export function chunksByDocument(
  outline: Numbering,
  { passages, nearest, wholes, named }: FoundByChannel,
): Map<number, number[]> {
  const chunks = new Map<number, number[]>();
  for (const chunk of new Set([...passages, ...nearest])) {
    const document = outline.documentOf(chunk);
    const own = chunks.get(document);
    if (own) own.push(chunk);
    else chunks.set(document, [chunk]);
  }
  for (const document of [...wholes, ...named]) {
    if (chunks.has(document)) continue;
    const { from, to } = outline.chunkRange(document);
    const count = Math.min(to - from, leadChunks);
    chunks.set(
      document,
      Array.from({ length: count }, (_, i) => from + i),
    );
  }
  return chunks;
}

/** As in the ranking model's feature of ranks. */
const rankConstant = 5;

/** The first documents by reciprocal ranks in all channels; those that the query names come first. */
export function likeliest(
  outline: Numbering,
  { passages, nearest, wholes, named }: FoundByChannel,
  count: number,
): number[] {
  const scores = new Map<number, number>();
  const channels = [
    wholes,
    ...[passages, nearest].map((chunks) => Array.from(chunks, (chunk) => outline.documentOf(chunk))),
  ];
  for (const channel of channels)
    [...new Set(channel)].forEach((document, rank) => {
      scores.set(document, (scores.get(document) ?? 0) + 1 / (rankConstant + rank));
    });
  for (const document of named) scores.set(document, Number.POSITIVE_INFINITY);
  return [...scores]
    .sort((x, y) => y[1] - x[1])
    .slice(0, count)
    .map(([document]) => document);
}
