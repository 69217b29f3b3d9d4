import { describe, expect, it } from "vitest";
import type { ProjectIndex } from "../../corpus/projects/project-index.ts";
import { bitsetBytes, setBit } from "../../search/bitset.ts";
import { browse, pageOf } from "./page.ts";
import type { Ranking } from "./ranking.ts";

describe("a page of all selected projects", () => {
  const rows = [0, 3, 7, 8, 9, 20, 31, 32, 39];
  const selected = new Uint8Array(bitsetBytes(40));
  for (const row of rows) setBit(selected, row);
  const page = (offset: number, limit: number) => browse(selected, { offset, limit, diversify: true });

  it("has the rows from its offset on, whatever its size, with the exact total", () => {
    for (let offset = 0; offset <= rows.length + 1; offset++)
      for (let limit = 1; limit <= rows.length + 1; limit++)
        expect(page(offset, limit)).toEqual({
          projects: rows.slice(offset, offset + limit).map((row) => ({ row, similarity: 0 })),
          totalFound: rows.length,
          hasMore: offset + limit < rows.length,
          diversityDropped: 0,
        });
  });

  it("is empty where nothing is selected", () => {
    const none = browse(new Uint8Array(bitsetBytes(40)), { offset: 0, limit: 5, diversify: false });
    expect(none).toEqual({ projects: [], totalFound: 0, hasMore: false, diversityDropped: 0 });
  });
});

describe("a page of a ranking", () => {
  const projects = Array.from({ length: 7 }, (_, i) => ({
    row: 9 - i,
    similarity: 1 - i / 10,
    relevance: 1,
  }));
  const ranking = { projects } as unknown as Ranking;
  const page = (offset: number, limit: number) =>
    pageOf({} as ProjectIndex, ranking, { offset, limit, diversify: false });

  it("counts one result beyond itself, and beyond the last all of them", () => {
    const summary = (offset: number, limit: number) => {
      const { projects: shown, totalFound, hasMore, diversityDropped } = page(offset, limit);
      expect(shown).toEqual(projects.slice(offset, offset + limit));
      expect(diversityDropped).toBe(0);
      return [totalFound, hasMore];
    };
    expect(summary(0, 3)).toEqual([4, true]);
    expect(summary(3, 3)).toEqual([7, true]);
    expect(summary(4, 3)).toEqual([7, false]);
    expect(summary(6, 3)).toEqual([7, false]);
    expect(summary(7, 3)).toEqual([7, false]);
    expect(summary(20, 3)).toEqual([7, false]);
  });
});
