import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildDictionary, Dictionary } from "../analysis/dictionary.ts";
import { editDistance, typingCost } from "./edit-distance.ts";
import { buildNames, findName } from "./name-index.ts";
import { fullNameKey, isSameName, nameKey } from "./name-key.ts";
import { buildSpelling, SpellingIndex } from "./spelling-index.ts";
import { buildStringTable, stringAt } from "./string-table.ts";
import { allowedEdits, buildDeletes, findNear } from "./symmetric-deletes.ts";

/** The textbook recurrence, memoized. */
function naiveDistance(a: string, b: string): number {
  const memory = new Map<string, number>();
  const distance = (i: number, j: number): number => {
    if (i === 0 || j === 0) return i + j;
    const key = `${i},${j}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    let best = Math.min(
      distance(i - 1, j) + 1,
      distance(i, j - 1) + 1,
      distance(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
    );
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
      best = Math.min(best, distance(i - 2, j - 2) + 1);
    memory.set(key, best);
    return best;
  };
  return distance(a.length, b.length);
}

const words = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });

describe("the edit distance", () => {
  it("equals the naive recurrence, capped above the limit", () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(limit + 1, naiveDistance(a, b)));
      }),
      { numRuns: 500 },
    );
  });

  it("counts a transposition as one edit", () => {
    expect(editDistance("wallte", "wallet", 2)).toBe(1);
  });
});

describe("the typing cost", () => {
  it("is 0 for the word itself", () => {
    expect(typingCost("wallet", "wallet")).toBe(0);
  });

  it.each([
    { error: "a neighboring key", likely: "wakket", unlikely: "waxxet" },
    { error: "a transposition", likely: "walelt", unlikely: "waqlet" },
    { error: "a dropped repeat", likely: "walet", unlikely: "wllet" },
    { error: "a later letter", likely: "wallex", unlikely: "xallet" },
  ])("is lower for $error", ({ likely, unlikely }) => {
    expect(typingCost(likely, "wallet")).toBeLessThan(typingCost(unlikely, "wallet"));
  });
});

describe("the typing cost of one error", () => {
  it.each([
    ["a transposition", "wallte", "wallet", 0.7],
    ["a dropped repeat", "walet", "wallet", 0.6],
    ["a doubled letter", "walllet", "wallet", 0.6],
    ["a neighboring key", "walket", "wallet", 0.7],
    ["a key beside it in the next row", "wzllet", "wallet", 0.7],
    ["a key farther away", "wallot", "wallet", 1],
    ["another letter", "waxlet", "wallet", 1],
    ["a letter too many", "wallets", "wallet", 1],
    ["a missing letter", "wallet", "wallets", 1],
    ["the first letter", "xallet", "wallet", 1.4],
    ["a missing first letter", "allet", "wallet", 1.4],
    ["two neighboring keys", "wakket", "wallet", 1.4],
    ["a first letter doubled", "wwallet", "wallet", 0.6],
    ["every letter", "", "ab", 2.4],
  ])("%s: %s for %s costs %d", (...given) => {
    const [, typed, meant, cost] = given;
    expect(typingCost(typed, meant)).toBeCloseTo(cost, 12);
  });
});

describe("the index of deletes", () => {
  it("finds exactly what a scan of all strings finds", () => {
    fc.assert(
      fc.property(fc.uniqueArray(words, { maxLength: 60 }), words, (strings, query) => {
        const edits = allowedEdits(query.length);
        const expected = strings
          .filter((text) => edits > 0 && text.length > 0 && editDistance(query, text, edits) <= edits)
          .sort();
        const found = findNear(buildDeletes(strings), query, { textOf: (owner) => strings[owner]! });
        expect(found.map(({ text }) => text).sort()).toEqual(expected);
        for (const { owner, text, distance } of found) {
          expect(strings[owner]).toBe(text);
          expect(distance).toBe(naiveDistance(query, text));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("finds a string too short to be misspelt itself by a longer one", () => {
    const find = (text: string, query: string) =>
      findNear(buildDeletes([text]), query, { textOf: () => text }).length;
    expect([find("cat", "cats"), find("cat", "cart"), find("cat", "bats")]).toEqual([1, 1, 0]);
    expect([find("ca", "cats"), find("cat", "cap")]).toEqual([0, 0]);
  });

  it("allows no edit of words below four characters and above 48, one below eight, else two", () => {
    expect([0, 3, 4, 7, 8, 48, 49].map(allowedEdits)).toEqual([0, 0, 1, 1, 2, 2, 0]);
    const text = (length: number) => "abcdefghijkl".repeat(5).slice(0, length);
    const strings = [45, 46, 47, 48, 49, 50, 51].map(text);
    const lengths = (query: string) =>
      findNear(buildDeletes(strings), query, { textOf: (owner) => strings[owner]! }).map(
        ({ text }) => text.length,
      );
    expect(lengths(text(48)).sort()).toEqual([46, 47, 48, 49, 50]);
    expect(lengths(text(49))).toEqual([]);
  });

  it("finds a string two edits away, anywhere in it", () => {
    const strings = ["abcdefgh"];
    for (const query of [
      "xbydefgh",
      "cdefghxx",
      "bcdefgh",
      "abcdefghij",
      "badcefgh",
      "abcdefyx",
      "xabcyefgh",
    ]) {
      const found = findNear(buildDeletes(strings), query, { textOf: () => "abcdefgh" });
      expect(found.map(({ distance }) => distance)).toEqual(
        allowedEdits(query.length) < naiveDistance(query, "abcdefgh")
          ? []
          : [naiveDistance(query, "abcdefgh")],
      );
    }
  });

  it("finds long strings, in an index of more than a thousand deletions", () => {
    const strings = Array.from(
      { length: 60 },
      (_, i) => `${"abcdefgh".repeat(6).slice(0, 40 + (i % 12))}${i}`,
    );
    const deletes = buildDeletes(strings);
    expect(deletes.hashes.length).toBeGreaterThan(1_024);
    expect([...deletes.hashes]).toEqual([...deletes.hashes].sort((a, b) => a - b));
    for (const [owner, text] of strings.entries()) {
      const found = findNear(deletes, text, { textOf: (i) => strings[i]! }).map((near) => near.owner);
      if (text.length <= 48) expect(found).toContain(owner);
      else expect(found).toEqual([]);
    }
  });

  it.each([
    [3, 0],
    [4, 1],
    [7, 1],
    [8, 2],
    [48, 2],
    [49, 0],
  ])("allows a string of %i characters %i edits", (length, edits) => {
    expect(allowedEdits(length)).toBe(edits);
  });
});

describe("the key of a name", () => {
  it.each([
    ["The Graph", "graph"],
    ["IT", "it"],
    ["Open-Sea", "OpenSea"],
    ["Café  Ledger!", "cafe ledger"],
    ["Bitcoin: A Peer-to-Peer Electronic Cash System", "bitcoin peer peer electronic cash system"],
  ])("of %s is that of %s", (a, b) => {
    expect(nameKey(a)).toBe(nameKey(b));
  });

  it("is empty without words", () => {
    expect(nameKey(" -—!")).toBe("");
  });

  it("keeps stop words where it is the full one", () => {
    expect(fullNameKey("The Graph!")).toBe("thegraph");
    expect(fullNameKey("graph")).not.toBe(fullNameKey("The Graph"));
  });

  it("is not the only likeness: the same names differ in case and white space at most", () => {
    expect(isSameName(" Build -it  twice", "build -IT twice ")).toBe(true);
    expect(isSameName("Build -it twice", "Build it twice")).toBe(false);
  });
});

describe("a table of strings", () => {
  it("returns each string by its number", () => {
    const strings = ["", "a", "支付😀", "", "\ufeffz"];
    const table = buildStringTable(strings);
    expect(strings.map((_, i) => stringAt(table, i))).toEqual(strings);
    expect(stringAt(buildStringTable([]), 0)).toBe("");
  });
});

describe("the index of spelling", () => {
  const terms = ["ledger", "oracl", "farm", "rare"];
  const forms = ["ledgers", "oracle", "farm", "rarest"];
  const dictionary = new Dictionary(buildDictionary(terms));

  it("finds suggested terms near a string, and the form of each in texts", () => {
    const index = new SpellingIndex(
      buildSpelling(terms, forms, (term) => term !== 3),
      dictionary,
    );
    expect(index.near("legder")).toEqual([0]);
    expect(index.near("orac")).toEqual([1]);
    expect(index.near("rate")).toEqual([]);
    expect([0, 1, 2, 3].map((term) => index.form(term))).toEqual(["ledgers", "oracle", "farm", "rare"]);
  });

  it("accepts terms without a form, and finds nothing in a segment without the index", () => {
    const index = new SpellingIndex(
      buildSpelling(terms, ["ledgers"], () => true),
      dictionary,
    );
    expect([0, 1].map((term) => index.form(term))).toEqual(["ledgers", "oracl"]);
    const older = new SpellingIndex({}, dictionary);
    expect(older.near("legder")).toEqual([]);
    expect(older.form(1)).toBe("oracl");
  });
});

describe("the index of names", () => {
  it("finds the owners of a key, like a scan", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), words, (keys, key) => {
        const expected = keys.flatMap((other, owner) => (other === key && key !== "" ? [owner] : []));
        const found = findName(buildNames(keys), key);
        expect([...found].filter((owner) => keys[owner] === key)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
