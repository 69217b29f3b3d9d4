import { describe, expect, it } from "vitest";
import { winnersApart } from "./winners-apart.ts";

const technology = (name: string, count: number) => ({
  category: "languages" as const,
  name,
  count,
  share: 0,
});
const category = (key: string, count: number) => ({ key, label: key.toUpperCase(), count, share: 0 });

const all = {
  total: 20,
  categories: [category("payments", 12), category("gaming", 2), category("music", 1)],
  technologies: [technology("rust", 10), technology("python", 6)],
};
const winners = {
  total: 5,
  categories: [category("payments", 3), category("gaming", 2), category("music", 1)],
  technologies: [technology("rust", 5)],
};

describe("what set winners apart", () => {
  it("compares winners with all others, by the greatest difference", () => {
    const rows = winnersApart(all, winners);
    expect(
      rows.map(({ label, winners, others }) => [
        label,
        winners.count,
        winners.share,
        others.count,
        others.share,
      ]),
    ).toEqual([
      ["rust (languages)", 5, 1, 5, 5 / 15],
      ["GAMING", 2, 2 / 5, 0, 0],
      ["python (languages)", 0, 0, 6, 6 / 15],
    ]);
    expect(rows[0]!.lift).toBeCloseTo(3, 9);
    expect(rows[0]).toMatchObject({ kind: "languages", name: "rust" });
    expect(rows[1]).toMatchObject({ kind: "category", name: "gaming" });
  });

  it("leaves out what chance explains: the difference is below 1.28 standard errors", () => {
    const found = (won: number, others: number, ofWinners: number) =>
      winnersApart(
        { total: ofWinners * 2, categories: [category("a", won + others)], technologies: [] },
        { total: ofWinners, categories: won > 0 ? [category("a", won)] : [], technologies: [] },
      ).length;
    // Shares .60 and .40 of ten: a standard error is .224. Of thirty, .129.
    expect([found(6, 4, 10), found(18, 12, 30)]).toEqual([0, 1]);
    expect([found(1, 1, 10), found(5, 5, 10), found(0, 9, 10), found(10, 0, 10)]).toEqual([0, 0, 1, 1]);
  });

  it("stays finite where no other project has the trait", () => {
    const [row] = winnersApart(
      { total: 10, categories: [category("a", 2)], technologies: [] },
      { total: 2, categories: [category("a", 2)], technologies: [] },
    );
    expect(row!.lift).toBeCloseTo(1 / (0.5 / 8), 9);
  });

  it("leaves out what a full list of the winners may have cut off", () => {
    const many = Array.from({ length: 20 }, (_, at) => technology(`tool-${at}`, 3));
    const rows = winnersApart({ ...all, categories: [] }, { total: 5, categories: [], technologies: many });
    expect(rows).toEqual([]);
  });

  it("says nothing without winners or without others", () => {
    expect(winnersApart(all, { ...winners, total: 0 })).toEqual([]);
    expect(winnersApart({ ...all, total: 5 }, winners)).toEqual([]);
  });
});
