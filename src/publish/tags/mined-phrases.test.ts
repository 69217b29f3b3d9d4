import { describe, expect, it } from "vitest";
import { candidatesIn, minProjects, PhraseCounts } from "./mined-phrases.ts";
import { vocabularyOf } from "./vocabulary.case.ts";
import { parseVocabulary } from "./vocabulary.ts";
import { readWords } from "./words.ts";

const vocabulary = parseVocabulary(vocabularyOf({ heads: ["tracker"], plain: ["simple", "app"] }), "my.yaml");
const candidates = (text: string) => candidatesIn(readWords(text), vocabulary).map((each) => each.text);

describe("candidatesIn", () => {
  it("returns two or three words that end in a head, the longest first", () => {
    expect(candidates("A wild bird tracker for the coast")).toEqual(["wild bird tracker", "bird tracker"]);
    expect(candidates("Bird Trackers")).toEqual(["bird trackers"]);
  });

  it("returns none that is part of a longer noun, contains a plain word, or crosses a break", () => {
    expect(candidates("the bird tracker battery")).toEqual([]);
    expect(candidates("a simple tracker")).toEqual([]);
    expect(candidates("bird, tracker")).toEqual([]);
    expect(candidates("the tracker")).toEqual([]);
    expect(candidates("bird tracker app")).toEqual(["bird tracker"]);
    expect(candidates("bird tracker powered by wind")).toEqual(["bird tracker"]);
  });
});

describe("PhraseCounts", () => {
  const mined = (texts: readonly string[]) => {
    const counts = new PhraseCounts();
    for (const text of texts) {
      const words = readWords(text);
      counts.add(new Set(words.forms), candidatesIn(words, vocabulary));
    }
    return counts.mined();
  };
  const others = Array.from({ length: 40 }, (_, i) => `Something else number ${i}`);

  it("mines phrases that three projects share, in the most frequent spelling", () => {
    const texts = ["A bird tracker", "Bird trackers", "The bird tracker", ...others];
    expect([...mined(texts).values()]).toEqual([{ kind: "solutionTags", tag: "bird tracker" }]);
    expect(mined(texts.slice(1)).size).toBe(0);
  });

  it("mines no words that co-occur by chance", () => {
    const chance = ["bird tracker", "bird tracker", "bird tracker", "bird tracker"];
    const birds = Array.from({ length: 20 }, () => "bird");
    const trackers = Array.from({ length: 20 }, () => "the tracker");
    expect(mined([...chance, ...birds, ...trackers]).size).toBe(0);
  });

  it("requires more projects in a larger corpus, and three in a small one", () => {
    expect([0, 127, 8_045, 100_000].map(minProjects)).toEqual([3, 3, 4, 13]);
  });

  it("is empty without projects", () => {
    expect(new PhraseCounts().mined().size).toBe(0);
  });
});
