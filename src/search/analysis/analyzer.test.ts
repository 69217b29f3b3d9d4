import { describe, expect, it } from "vitest";
import { analyze, queryTerms } from "./analyzer.ts";
import { stopWords } from "./stop-words.ts";

describe("analyze", () => {
  it("drops stop words and stems the forms of an English word to one term", () => {
    expect(analyze("The payments were paid by the running runners")).toEqual([
      "payment",
      "paid",
      "run",
      "runner",
    ]);
  });

  it("leaves words with digits or of other scripts unstemmed", () => {
    expect(analyze("ipv6s Москвы erc20s")).toEqual(["ipv6s", "москвы", "erc20s"]);
  });

  it("returns each term of a query once, in order, and none for a query of stop words", () => {
    expect(queryTerms("payment of payments, again: Payment rails")).toEqual(["payment", "rail"]);
    expect(queryTerms([...stopWords].join(" "))).toEqual([]);
  });
});
