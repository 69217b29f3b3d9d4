import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze, GrowableUint32, queryTerms, TermInterner } from "./analyzer.ts";
import { stopWords } from "./stop-words.ts";

const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "The",
        "running",
        "runs",
        "payments",
        "PAYMENT",
        "支付系统",
        "zk-SNARKs",
        "naïve",
        "a",
        ".",
      ),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    ),
    { maxLength: 40 },
  )
  .map((words) => words.join(" "));

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

describe("TermInterner", () => {
  it("numbers the same terms that analyze returns, in order of first appearance", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        const interner = new TermInterner();
        const numbers = new GrowableUint32(1);
        for (const each of texts) interner.intern(each, numbers);
        const expected = texts.flatMap(analyze);
        expect(Array.from(numbers.view(), (number) => interner.terms[number])).toEqual(expected);
        expect(interner.terms).toEqual([...new Set(expected)]);
      }),
    );
  });
});

describe("GrowableUint32", () => {
  it("keeps pushed values however often it grows, and its copies are independent", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 32 - 1), { maxLength: 300 }), (values) => {
        const growable = new GrowableUint32(0);
        for (const value of values) growable.push(value);
        const copy = GrowableUint32.of(growable.view());
        copy.push(7);
        expect([...growable.view()]).toEqual(values);
        expect([...copy.view()]).toEqual([...values, 7]);
        growable.clear();
        expect(growable.view()).toHaveLength(0);
      }),
    );
  });
});
