import { describe, expect, it } from "vitest";
import { crowdSentence, crowdWord, winnersSentence, yearsSentence } from "./words.ts";

const crowd = (total: number, percentile: number | null) => ({
  total,
  crowdedness: { count: total, percentile },
});

describe("a neighborhood in words", () => {
  it("says how crowded it is, at the bounds of each word", () => {
    expect([0, 14.9, 15, 39.9, 40, 69.9, 70, 89.9, 90, 100].map((one) => crowdWord(crowd(9, one)))).toEqual([
      "Nearly empty",
      "Nearly empty",
      "Quiet",
      "Quiet",
      "About average",
      "About average",
      "Crowded",
      "Crowded",
      "Very crowded",
      "Very crowded",
    ]);
    expect(crowdWord(crowd(0, 0))).toBe("Unexplored");
    expect([39.9, 40, 100].map((one) => crowdWord(crowd(4, one)))).toEqual(["Quiet", "Explored", "Explored"]);
    expect(crowdWord(crowd(5, 100))).toBe("Very crowded");
    expect(crowdWord(crowd(3, null))).toBe("Nearly empty");
  });

  it("never turns a percentile around", () => {
    expect(crowdSentence(crowd(64, 82.4))).toBe(
      "64 projects are close to this idea; 82% of the projects here have fewer near them.",
    );
    expect(crowdSentence(crowd(1, 12))).toBe(
      "1 project is close to this idea; 88% of the projects here have more near them.",
    );
    expect(crowdSentence(crowd(900, 99.9))).toBe(
      "900 projects are close to this idea; almost every project here has fewer near it.",
    );
    expect(crowdSentence(crowd(0, 0))).toBe("No project is close to this idea.");
    expect(crowdSentence(crowd(7, null))).toBe("7 projects are close to this idea.");
  });

  it("counts winners and years", () => {
    expect(winnersSentence({ total: 64, winners: 9 })).toBe("9 of them have won (14%).");
    expect(winnersSentence({ total: 4, winners: 1 })).toBe("1 of them has won (25%).");
    expect(winnersSentence({ total: 4, winners: 0 })).toBe("None of them has won.");
    const years = (...counts: number[]) =>
      counts.map((count, at) => ({ year: 2022 + at, count, winners: 0 }));
    expect(yearsSentence(years(3, 9, 4))).toBe(
      "The most frequent year is 2023 (9 of 16), the latest 2024 (4).",
    );
    expect(yearsSentence(years(3, 4))).toBe("The most frequent year is the latest, 2023 (4 of 7).");
    expect(yearsSentence([...years(3, 4, 1), { year: null, count: 50, winners: 0 }])).toBe(
      "The most frequent year is 2023 (4 of the 8 with a date), the latest 2024 (1).",
    );
    expect(yearsSentence([{ year: null, count: 4, winners: 0 }])).toBeNull();
  });
});
