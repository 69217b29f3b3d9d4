import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { piecesOf } from "./means.ts";

const means = (text: string) => piecesOf(text).flatMap((piece) => (piece.means ? [piece.text] : []));

describe("what a text says about means", () => {
  it("runs from a cue to the end of the clause", () => {
    expect(means("Donations with receipts, powered by AI agents. For schools using Uniswap hooks!")).toEqual([
      "powered by AI agents",
      "using Uniswap hooks",
    ]);
    expect(means("Loans at fixed rates via parallel execution")).toEqual(["via parallel execution"]);
  });

  it("is a word before -powered and the like", () => {
    expect(means("An AI-powered, blockchain based diary")).toEqual(["AI-powered", "blockchain based"]);
  });

  it("is nothing in a text about ends only", () => {
    expect(means("Pays farmers when the rain fails")).toEqual([]);
    expect(piecesOf("")).toEqual([]);
  });

  it("leaves the text complete", () => {
    const part = fc.constantFrom(
      "using ",
      "loans ",
      "AI-powered ",
      "via",
      ", ",
      ". ",
      "\n",
      "é ",
      "based on ",
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const text = parts.join("");
        expect(
          piecesOf(text)
            .map((piece) => piece.text)
            .join(""),
        ).toBe(text);
      }),
    );
  });
});
