import { describe, expect, it } from "vitest";
import { tokenize } from "../../search/analysis/tokenizer.ts";
import { WordList } from "../../search/lookup/word-list.ts";
import { type AuthorReaders, readAuthors, withNames } from "./authors.ts";

/** Author → documents; word → documents that mention it. */
function archive(authors: Record<string, number>, mentions: Record<string, number> = {}): AuthorReaders {
  const named = Object.entries(authors).map(([name, count]) => ({
    words: tokenize(name).map(({ text }) => text),
    count,
  }));
  const countWrittenBy = (wanted: readonly string[]) =>
    named
      .filter(({ words }) => wanted.every((word) => words.includes(word)))
      .reduce((sum, each) => sum + each.count, 0);
  const frequency = (term: string) => mentions[term] ?? 100;
  return {
    countWrittenBy,
    vocabulary: { texts: 9_000, frequency, near: () => [], form: (term) => term, pairs: () => 0 },
  };
}

const people = archive(
  { "Ada B. Stone": 60, "Bo Hill": 30, Zeno: 80, "Digital Cash": 5, Echo: 40, Will: 3, "What If": 9 },
  { zeno: 100, cash: 5_000, digit: 4_000, echo: 400, hill: 900 },
);
const read = (query: string) => {
  const { authors, subject } = readAuthors(query, people);
  return { authors: authors.map(({ words, certainty }) => `${words.join(" ")} ${certainty}`), subject };
};

it("words of authors' names count as written correctly", () => {
  const words = withNames(new WordList(["stone", "clock"]), people);
  expect(["ada", "stone", "clock", "hall"].map((word) => words.has(word))).toEqual([true, true, true, false]);
  expect(words.near("clocl")).toEqual(["clock"]);
});

describe("an author whom a query names", () => {
  it.each([
    ["Ada Stone on clock design", "ada stone 1", "clock design"],
    ["ada b. stone about clocks", "ada stone 1", "clocks"],
    ["Stone, Ada: wrote clocks", "stone ada 1", "clocks"],
    ["clock design by Ada Stone", "ada stone 1", "clock design"],
    ["letters from bo hill, 1996", "bo hill 1", "letters , 1996"],
    ["clock design by A. B. Stone", "stone 1", "clock design"],
    ["A. Stone on clocks", "stone 1", "clocks"],
    ["what Zeno said about runners", "zeno 1", "what about runners"],
  ])("is certain beside a word that marks one, which leaves the subject: %s", (query, author, subject) => {
    expect(read(query)).toEqual({ authors: [author], subject });
  });

  it.each([
    ["ada stone clock design", "ada stone 0.25"],
    ["clock design zeno", "zeno 0.25"],
    ["Ada Stone's clocks", "ada stone 0.25"],
  ])(
    "is less certain without one, and its words stay, since they may be the subject: %s",
    (query, author) => {
      expect(read(query)).toEqual({ authors: [author], subject: query });
    },
  );

  it.each([["Ada Stone"], ["ada b. stone"], ["zeno"], ["the Zeno"]])(
    "is certain where the query is a name and nothing else: %s",
    (query) => {
      expect(read(query).authors.map((author) => author.split(" ").at(-1))).toEqual(["1"]);
    },
  );

  it("may be one of several", () => {
    expect(read("ada stone and zeno on clocks")).toEqual({
      authors: ["ada stone 0.25", "zeno 1"],
      subject: "ada stone and clocks",
    });
  });

  it.each([
    ["digital cash payments"],
    ["echo sounders"],
    ["hill climbing"],
    ["by will alone"],
    ["hill, hill climbing on foot"],
    ["thoughts from what if analysis"],
    ["nobody on clocks"],
    [""],
    ["a b c"],
  ])("is none where the words are rather a subject, or nobody has such a name: %s", (query) => {
    expect(read(query)).toEqual({ authors: [], subject: query });
  });

  it("may have a name that elsewhere is a subject, beside a word that marks it", () => {
    expect(read("digital cash on privacy").authors).toEqual(["digital cash 1"]);
    expect(read("sounders by echo").authors).toEqual(["echo 1"]);
  });

  it("leaves a query as it is that names nothing else", () => {
    expect(read("what has Ada Stone said")).toEqual({
      authors: ["ada stone 1"],
      subject: "what has Ada Stone said",
    });
    expect(read("by Ada Stone")).toEqual({ authors: ["ada stone 1"], subject: "by Ada Stone" });
    expect(read("  Zeno ")).toEqual({ authors: ["zeno 1"], subject: "  Zeno " });
  });

  it("is one though the query repeats the name", () => {
    expect(read("zeno zeno by Zeno").authors).toEqual(["zeno 1"]);
  });

  it("is not looked for in long texts", () => {
    const idea = `${"a clock for everyone ".repeat(6)}by Ada Stone`;
    expect(read(idea)).toEqual({ authors: [], subject: idea });
    expect(read(`${"clock ".repeat(21)}by Ada Stone`).authors).toEqual(["ada stone 1"]);
  });
});
