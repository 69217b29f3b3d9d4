import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GrowableUint32 } from "../growable-uint32.ts";
import { analyze, termOf } from "./analyzer.ts";
import { TermInterner } from "./term-interner.ts";
import { tokenize } from "./tokenizer.ts";

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
        "“Payments”",
        "running’s",
        "x".repeat(65),
        "a",
        ".",
      ),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    ),
    { maxLength: 40 },
  )
  .map((words) => words.join(" "));

describe("TermInterner", () => {
  it("numbers the same terms that analyze returns, in order of first appearance, whatever it remembers", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), fc.option(fc.nat(5)), (texts, mostForms) => {
        const interner = new TermInterner(mostForms ?? undefined);
        const numbers = new GrowableUint32(1);
        for (const each of texts) interner.intern(each, numbers);
        const expected = texts.flatMap(analyze);
        expect(Array.from(numbers.view(), (number) => interner.terms[number])).toEqual(expected);
        expect(interner.terms).toEqual([...new Set(expected)]);
      }),
    );
  });
});

it("TermInterner gives the form in which most texts write a term, not the first", () => {
  for (const mostForms of [undefined, 2]) {
    const interner = new TermInterner(mostForms);
    const numbers = new GrowableUint32(1);
    for (const text of ["filler words", "computational", "computers and computer", "a computer"])
      interner.intern(text, numbers);
    expect(interner.terms).toEqual(["filler", "word", "comput"]);
    expect(interner.forms).toEqual(["filler", "words", "computer"]);
  }
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

  it("says where each term's token starts, and keeps a usual token of each term, whatever it remembers", () => {
    fc.assert(
      fc.property(text, fc.option(fc.nat(5)), (one, mostForms) => {
        const interner = new TermInterner(mostForms ?? undefined);
        const found: [string, number][] = [];
        interner.forEachTerm(one, (term, start) => found.push([interner.terms[term]!, start]));
        const expected = tokenize(one).flatMap(({ text, start }) => {
          const term = termOf(text);
          return term === null ? [] : [{ term, text, start }];
        });
        expect(found).toEqual(expected.map(({ term, start }) => [term, start]));
        expect(interner.forms).toHaveLength(interner.terms.length);
        interner.terms.forEach((term, number) => {
          const tokens = expected.filter((each) => each.term === term).map((each) => each.text);
          expect(tokens).toContain(interner.forms[number]);
        });
      }),
    );
  });
});
