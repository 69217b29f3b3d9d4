import { expect, it } from "vitest";
import { tokenize } from "../analysis/tokenizer.ts";
import { confusedReadings } from "./confused-words.ts";
import { vocabularyOf } from "./vocabulary.case.ts";
import { WordList } from "./word-list.ts";

const counts = {
  lighting: 40,
  lightning: 200,
  network: 900,
  design: 300,
  proof: 400,
  prof: 20,
  work: 800,
  tracker: 30,
  tracked: 90,
  cargo: 300,
  giving: 40,
  living: 50,
  standard: 800,
  merkel: 5,
  merkle: 300,
};
const pairs = {
  "lightning network": 100,
  "lighting design": 30,
  "proof work": 60,
  "tracked cargo": 50,
  "living standard": 20,
};
const words = new WordList(Object.keys(counts).filter((word) => word !== "merkel"));

/** What the first word of a query may stand for. */
function readingsOf(query: string, changed: { counts?: object; pairs?: object } = {}) {
  const vocabulary = vocabularyOf(
    { ...counts, ...changed.counts },
    { pairs: { ...pairs, ...changed.pairs } },
  );
  return confusedReadings(tokenize(query), 0, { vocabulary, words }).map((reading) =>
    reading.words!.join(" "),
  );
}

it("reads a word as the one that often stands beside its neighbor, where it itself never does", () => {
  expect(readingsOf("lighting network")).toEqual(["lightning"]);
  expect(readingsOf("lightning network")).toEqual([]);
  expect(readingsOf("lighting")).toEqual([]);
});

it("looks at the word before, too, and behind one stop word, not behind two", () => {
  const vocabulary = vocabularyOf(counts, { pairs: { "network lightning": 100 } });
  const readings = confusedReadings(tokenize("network lighting"), 1, { vocabulary, words });
  expect(readings.map(({ terms }) => terms)).toEqual([["lightn"]]);
  expect(readingsOf("prof of work")).toEqual(["proof"]);
  expect(readingsOf("prof of the work")).toEqual([]);
});

it("needs ten occurrences, and fifty times those of the typed word beside any neighbor", () => {
  expect(readingsOf("lighting network", { pairs: { "lightning network": 10 } })).toEqual(["lightning"]);
  expect(readingsOf("lighting network", { pairs: { "lightning network": 9 } })).toEqual([]);
  expect(readingsOf("lighting network", { pairs: { "lighting network": 2 } })).toEqual(["lightning"]);
  expect(readingsOf("lighting network", { pairs: { "lighting network": 3 } })).toEqual([]);
});

it("needs a fortieth of the texts with the rarer of both words, for a short word a tenth", () => {
  const network = 100;
  expect(readingsOf("lighting network", { counts: { lightning: 4_000, network: 4_000 } })).toEqual([
    "lightning",
  ]);
  expect(readingsOf("lighting network", { counts: { lightning: 4_040, network: 4_040 } })).toEqual([]);
  expect(readingsOf("lighting network", { counts: { lightning: 9_000, network } })).toEqual(["lightning"]);
  expect(readingsOf("prof of work", { counts: { proof: 600 } })).toEqual(["proof"]);
  expect(readingsOf("prof of work", { counts: { proof: 610 } })).toEqual([]);
});

it("reads no other inflection, no other first letter, and no word that is not listed", () => {
  expect(readingsOf("tracker cargo")).toEqual([]);
  expect(readingsOf("giving standard")).toEqual([]);
  expect(readingsOf("merkel network", { pairs: { "merkle network": 90 } })).toEqual([]);
});
