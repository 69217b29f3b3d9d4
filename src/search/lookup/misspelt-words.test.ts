import { expect, it } from "vitest";
import { termOf } from "../analysis/analyzer.ts";
import { misspeltReadings } from "./misspelt-words.ts";
import { vocabularyOf } from "./vocabulary.case.ts";
import { WordList } from "./word-list.ts";

const counts = {
  enviroment: 4,
  environment: 40,
  separate: 40,
  seperate: 9,
  recipient: 300,
  recipe: 30,
  extent: 21,
  extension: 250,
  maintain: 160,
  maintenance: 26,
  address: 900,
  adress: 2,
  dependent: 90,
  defendant: 900,
  unverified: 20,
  verifiable: 900,
  linkability: 80,
  liable: 900,
  harden: 70,
  hardens: 3,
  den: 9,
  denying: 900,
  lenght: 4,
  elngth: 4,
  length: 80,
  restaraunt: 1,
  restaurant: 90,
};
const listed = [
  ..."environment separate recipient recipe extent extension maintain maintenance".split(" "),
  ..."address dependent defendant verifiable liable harden denying restaurant length".split(" "),
];
const words = new WordList(listed);
const readingsOf = (typed: string, changed: Partial<typeof counts> = {}) =>
  misspeltReadings({ typed, term: termOf(typed)! }, vocabularyOf({ ...counts, ...changed }), words).map(
    (reading) => reading.words!.join(" "),
  );

it("reads what texts misspell, too, as the word of the list that five times as many contain", () => {
  expect(readingsOf("enviroment")).toEqual(["environment"]);
  expect(readingsOf("seperate")).toEqual([]);
  expect(readingsOf("seperate", { seperate: 8 })).toEqual(["separate"]);
});

it("reads a short word only where two letters are exchanged, and twenty times as many texts contain the other", () => {
  expect(readingsOf("lenght")).toEqual(["length"]);
  expect(readingsOf("lenght", { lenght: 5 })).toEqual([]);
  expect(readingsOf("elngth")).toEqual([]);
});

it("reads what has the stem of another word as the word of the list, though fewer texts contain it", () => {
  expect(readingsOf("recipie")).toEqual(["recipe"]);
  expect(readingsOf("extention")).toEqual(["extension"]);
  expect(readingsOf("recipie", { recipe: 14 })).toEqual([]);
});

it("needs more texts, and a longer word, where two letters differ", () => {
  expect(readingsOf("maintainance")).toEqual(["maintenance"]);
  expect(readingsOf("maintainance", { maintenance: 15 })).toEqual([]);
  for (const typed of ["linkable", "unverifiable"]) expect(readingsOf(typed)).toEqual([]);
});

it("leaves short words, inflections of others and rare words that two edits change as they are, if texts have them", () => {
  for (const typed of ["adress", "denning", "restaraunt"]) expect(readingsOf(typed)).toEqual([]);
});

it("leaves words of the list as they are, and those whose stem is that of the word meant", () => {
  for (const typed of ["environment", "hardens", "dependant"]) expect(readingsOf(typed)).toEqual([]);
});
