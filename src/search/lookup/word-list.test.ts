import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "./edit-distance.ts";
import { WordList } from "./word-list.ts";

const list = new WordList([
  ...["recommendation", "maintenance", "restaurant", "environment"],
  ...["spam", "swipe", "extent", "city"],
]);

describe("the list of words", () => {
  it("has words and inflections of them, not other words of their stems", () => {
    for (const word of ["spam", "spammers", "spamming", "swiping", "swipes", "extents", "cities"])
      expect(list.has(word), word).toBe(true);
    for (const word of ["extention", "spem", "enviroment"]) expect(list.has(word)).toBe(false);
  });

  it("finds the words that are meant where two letters differ, too", () => {
    expect(list.near("enviroment")).toEqual(["environment"]);
    expect(list.near("reccomendation")).toEqual(["recommendation"]);
    expect(list.near("maintainance")).toEqual(["maintenance"]);
    expect(list.near("restaraunt")).toEqual(["restaurant"]);
  });

  it("finds words with two errors in seven letters, not in fewer", () => {
    const words = new WordList(["recipe", "spam"]);
    expect(words.near("recepie")).toEqual(["recipe"]);
    expect(words.near("sapxm")).toEqual([]);
  });

  it("knows the other words one edit away from one, every time it is asked", () => {
    const words = new WordList(["lighting", "lightning", "slighting", "light", "die", "dies"]);
    for (let time = 0; time < 2; time++)
      expect(words.neighbors("lighting").toSorted()).toEqual(["lightning", "slighting"]);
    expect(words.neighbors("die")).toEqual([]);
    expect(words.neighbors("dies")).toEqual(["die"]);
  });

  it("finds the longest word for one that is two letters longer", () => {
    expect(list.near("recommendationsx")).toEqual(["recommendation"]);
  });

  it("finds every word within one edit, and none that is further than its length allows", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 4, maxLength: 10 });
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 20 }), word, (words, typed) => {
        const near = new WordList(words).near(typed);
        const within = (edits: number) => words.filter((one) => editDistance(typed, one, edits) <= edits);
        expect(near).toEqual(expect.arrayContaining(within(1)));
        expect(within(typed.length < 7 ? 1 : 2)).toEqual(expect.arrayContaining(near));
      }),
      { numRuns: 300 },
    );
  });
});
