import snowball from "snowball-stemmers";
import { describe, expect, it } from "vitest";
import { analyze, queryTerms, termOf } from "./analyzer.ts";
import { irregularForms } from "./irregular-forms.ts";
import { stopWords } from "./stop-words.ts";

describe("analyze", () => {
  it("drops stop words and stems the forms of an English word to one term", () => {
    expect(analyze("The payments were paid by the running runners")).toEqual([
      "payment",
      "pay",
      "run",
      "runner",
    ]);
  });

  it("reduces irregular forms to their word", () => {
    expect(analyze("Stolen bicycles, women's children; vertices of matrices")).toEqual(
      analyze("steal bicycle, woman child; vertex of matrix"),
    );
  });

  it("lists no irregular form twice, nor one that stemming reduces or that is itself a listed word", () => {
    const english = snowball.newStemmer("english");
    const forms = Object.values(irregularForms).flat();
    expect(new Set(forms).size).toBe(forms.length);
    for (const [word, own] of Object.entries(irregularForms)) {
      for (const form of own) {
        expect(termOf(form)).toBe(termOf(word));
        expect(english.stem(form), form).not.toBe(english.stem(word));
        expect(irregularForms).not.toHaveProperty(form);
      }
    }
  });

  it("leaves words with digits or of other scripts unstemmed", () => {
    expect(analyze("ipv6s Москвы erc20s")).toEqual(["ipv6s", "москвы", "erc20s"]);
  });

  it("returns each term of a query once, in order, and none for a query of stop words", () => {
    expect(queryTerms("payment of payments, again: Payment rails")).toEqual(["payment", "rail"]);
    expect(queryTerms([...stopWords].join(" "))).toEqual([]);
  });
});
