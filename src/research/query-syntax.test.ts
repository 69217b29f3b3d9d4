import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseQuery } from "./query-syntax.ts";

describe("the operators of a query", () => {
  it.each([
    [
      '"zero knowledge" voting',
      { text: "zero knowledge voting", required: [["zero", "knowledge"]], excluded: [] },
    ],
    ["voting NOT DAO", { text: "voting", required: [], excluded: [["dao"]] }],
    ['voting NOT "token weighted"', { text: "voting", required: [], excluded: [["token", "weighted"]] }],
    ["voting -DAO", { text: "voting", required: [], excluded: [["dao"]] }],
    ['voting -"token weighted"', { text: "voting", required: [], excluded: [["token", "weighted"]] }],
    ["voting -peer-to-peer", { text: "voting", required: [], excluded: [["peer", "to", "peer"]] }],
    ["“Zero-Knowledge”", { text: "Zero-Knowledge", required: [["zero", "knowledge"]], excluded: [] }],
    ['"zk"-rollup fees', { text: "zk-rollup fees", required: [["zk"]], excluded: [] }],
    ["-dao", { text: "", required: [], excluded: [["dao"]] }],
  ])("%s", (query, expected) => {
    expect(parseQuery(query)).toEqual(expected);
  });

  it.each([
    "peer-to-peer",
    "on-chain e-mail",
    "-",
    '""',
    '"',
    "a - b",
    "DO NOT PANIC",
    "NOT a bank",
    "it is not custodial",
    'the 5" screen',
    "--",
    '"unclosed phrase',
  ])("%s has none, and is searched as it is", (query) => {
    expect(parseQuery(query)).toEqual({ text: query, required: [], excluded: [] });
  });

  it("are read in texts of up to 24 words; in longer ones they are punctuation", () => {
    const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(" ");
    const operators = '"a phrase" -left';
    expect(parseQuery(`${words(21)} ${operators}`)).toEqual({
      text: `${words(21)} a phrase`,
      required: [["a", "phrase"]],
      excluded: [["left"]],
    });
    const prose = `${words(22)} ${operators}`;
    expect(parseQuery(prose)).toEqual({ text: prose, required: [], excluded: [] });
  });

  it("requires and excludes no empty phrase, whatever the text", () => {
    const pieces = fc.constantFrom('"', "-", " ", "word", "“", "\n", '-"', "zk");
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 500 }), (parts) => {
        const { required, excluded } = parseQuery(parts.join(""));
        for (const phrase of [...required, ...excluded]) expect(phrase.length).toBeGreaterThan(0);
      }),
    );
  });
});
