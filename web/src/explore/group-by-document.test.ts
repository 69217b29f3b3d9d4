import { expect, it } from "vitest";
import type { ArchiveSearchResult } from "../../../src/contract/api/archive.ts";
import { groupByDocument } from "./group-by-document.ts";

const passage = (documentId: string, chunkIndex: number, similarity: number): ArchiveSearchResult => ({
  documentId,
  title: `Title ${documentId}`,
  author: null,
  source: "notes",
  url: null,
  publishedAt: null,
  similarity,
  snippet: `passage ${chunkIndex}`,
  chunkIndex,
});

it("keeps the order of documents and of their passages, and the best similarity", () => {
  const groups = groupByDocument([passage("a", 3, 0.6), passage("b", 0, 0.5), passage("a", 1, 0.7)]);
  expect(
    groups.map(({ documentId, similarity, passages }) => [
      documentId,
      similarity,
      passages.map((one) => one.chunkIndex),
    ]),
  ).toEqual([
    ["a", 0.7, [3, 1]],
    ["b", 0.5, [0]],
  ]);
  expect(groupByDocument([])).toEqual([]);
});
