import fc from "fast-check";
import { expect, it } from "vitest";
import { GrowableUint32 } from "../growable-uint32.ts";
import { termOf } from "./analyzer.ts";
import { FormInterner } from "./form-interner.ts";
import { tokenize } from "./tokenizer.ts";

const word = fc.constantFrom(
  "The",
  "running",
  "Runs",
  "runs",
  "支付系统",
  "naïve",
  "zk-SNARKs",
  "x".repeat(70),
);
const text = fc.array(fc.oneof(word, fc.string({ unit: "grapheme", maxLength: 8 }))).map((w) => w.join(" "));

it("numbers the tokens that are index terms, with their terms and where they start", () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (texts) => {
      const interner = new FormInterner();
      for (const each of texts) {
        const forms = new GrowableUint32();
        const starts = new GrowableUint32();
        interner.intern(each, forms, starts);
        const found = Array.from(forms.view(), (form, i) => [interner.forms[form], starts.view()[i]]);
        const expected = tokenize(each).filter(({ text: token }) => termOf(token) !== null);
        expect(found).toEqual(expected.map(({ text: token, start }) => [token, start]));
      }
      expect(interner.terms).toEqual(interner.forms.map(termOf));
      expect(interner.size).toBe(new Set(interner.forms).size);
    }),
  );
});

it("gives one number to a token, whether it was written in ASCII or is so only when folded", () => {
  const interner = new FormInterner();
  const forms = new GrowableUint32();
  for (const text of ["naive U", "naïve \u{1d414}", "naïve naive"]) interner.intern(text, forms);
  expect([...forms.view()]).toEqual([0, 1, 0, 1, 0, 0]);
});

it("numbers again from the start once it is cleared", () => {
  const interner = new FormInterner();
  interner.intern("alpha 支付 beta", new GrowableUint32());
  interner.clear();
  expect(interner.size).toBe(0);
  const forms = new GrowableUint32();
  interner.intern("beta 支付 alpha", forms);
  expect([...forms.view()]).toEqual([0, 1, 2]);
  expect(interner.forms).toEqual(["beta", "支付", "alpha"]);
});
