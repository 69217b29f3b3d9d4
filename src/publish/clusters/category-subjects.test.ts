import { describe, expect, it } from "vitest";
import { loadTaxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { wordKey } from "./candidate-phrases.ts";
import { subjectsOf } from "./category-subjects.ts";
import { projectOf, upTo } from "./clusters.case.ts";
import { labelClusters } from "./labels.ts";
import type { ClusterPhrase } from "./mine-phrases.ts";

const taxonomy = loadTaxonomy();
const confidence = "high" as const;
/** One cluster whose members have the given main categories. */
const subjectOf = (...keys: string[]) => {
  const projects = keys.map((primaryKey, n) =>
    projectOf(n, { categories: { version: "1", primaryKey, secondaryKey: null, confidence } }),
  );
  return subjectsOf(projects, [upTo(keys.length)], taxonomy)[0]!;
};
const phrase = (text: string, share: number): ClusterPhrase => ({
  key: text.split(" ").map(wordKey).join(" "),
  text,
  prose: text.toLowerCase(),
  words: text.split(" ").length,
  share,
  lift: 8,
  score: 1,
  members: [0, 1, 2],
});

describe("the subject of a cluster", () => {
  it("is the category of most members, in title case", () => {
    expect(subjectOf(...Array(3).fill("clinical-care"), "gaming")?.text).toBe("Clinical Care");
    expect(subjectOf("travel-events-places")?.text).toBe("Travel, Events and Places");
    expect(subjectOf("gaming")?.text).toBe("Gaming Projects");
  });

  it("is two categories that hold most members together, and none where even two do not", () => {
    expect(
      subjectOf("gaming", "gaming", "clinical-care", "fitness-nutrition", "fitness-nutrition")?.text,
    ).toBe("Fitness and Gaming");
    expect(subjectOf("clinical-care", "clinical-care", "gaming")?.text).toBe("Clinical Care and Gaming");
    expect(
      subjectOf("gaming", "clinical-care", "fitness-nutrition", "ai-agents", "travel-events-places"),
    ).toBeNull();
  });

  it("is uncertain where one category, or two, hold half of the members only", () => {
    const half = subjectOf("gaming", "gaming", "gaming", "clinical-care", "fitness-nutrition", "ai-agents");
    expect(half).toMatchObject({ text: "Gaming Projects", share: 0.5, isCertain: false });
    const pair = subjectOf("gaming", "gaming", "clinical-care", "fitness-nutrition", "ai-agents");
    expect(pair).toMatchObject({
      text: "Gaming and AI agents".replace("agents", "Agents"),
      isCertain: false,
    });
    expect(subjectOf("gaming", "gaming", "gaming", "clinical-care")).toMatchObject({ isCertain: true });
  });

  it("is two categories where most members lie between them, however many have the same main one", () => {
    const between = ["gaming", "gaming", "gaming"].map((primaryKey, n) =>
      projectOf(n, {
        categories: { version: "1", primaryKey, secondaryKey: "clinical-care", confidence: "low" },
      }),
    );
    expect(subjectsOf(between, [upTo(3)], taxonomy)[0]?.text).toBe("Gaming and Clinical Care");
    const alone = [projectOf(3, { categories: { ...between[0]!.record.categories!, secondaryKey: null } })];
    const fewer = [...between.slice(0, 1), ...alone, ...alone];
    expect(subjectsOf(fewer, [upTo(3)], taxonomy)[0]?.text).toBe("Gaming Projects");
  });

  it("may be that they say too little; a category of another taxonomy is none", () => {
    expect(subjectOf("insufficient-information")?.text).toBe("Insufficient Information");
    expect(subjectOf("unheard-of")).toBeNull();
  });
});

describe("labels by subject", () => {
  it("name the subject, but rather a phrase that most members write", () => {
    const gaming = subjectOf("gaming");
    expect(labelClusters([[phrase("Chess Puzzles", 0.2)]], [gaming])).toEqual(["Gaming Projects"]);
    expect(labelClusters([[phrase("Chess Puzzles", 0.6)]], [gaming])).toEqual(["Chess Puzzles"]);
  });

  it("distinguish clusters of one subject by what is frequent in each", () => {
    const gaming = subjectOf("gaming");
    const labels = labelClusters(
      [
        [phrase("Gaming Nights", 0.3), phrase("Chess Puzzles", 0.2)],
        [phrase("Card Battles", 0.1)],
        [phrase("Rare Words", 0.01)],
      ],
      [gaming, gaming, gaming],
    );
    expect(labels).toEqual([
      "Gaming Projects, Including Chess Puzzles",
      "Gaming Projects, Including Card Battles",
      "Gaming Projects",
    ]);
  });

  it("are an uncertain subject only where it is true of more members than the phrases", () => {
    const half = { ...subjectOf("gaming")!, share: 0.5, isCertain: false };
    expect(labelClusters([[phrase("Chess Puzzles", 0.4)]], [half])).toEqual(["Gaming Projects"]);
    expect(labelClusters([[phrase("Chess Puzzles", 0.5)]], [half])).toEqual(["Chess Puzzles"]);
  });

  it("are mined phrases where there is no subject", () => {
    expect(labelClusters([[phrase("Chess Puzzles", 0.2)]], [null])).toEqual(["Chess Puzzles"]);
  });
});
