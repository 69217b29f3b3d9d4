import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { faultsAcrossEntries } from "./taxonomy-rules.ts";
import { areaSchema, categorySchema, synonymSchema, type TaxonomyContent } from "./taxonomy-schema.ts";

const area = { key: "money", label: "Money", definition: "What is paid with." };
const category = { ...area, key: "payments", areaKey: "money", examples: ["pay at a till"] };
const synonym = { terms: ["tx"], expands: "transaction" };

/** The messages of the faults; none when the value is accepted. */
const faults = (schema: z.ZodType, value: object) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe("the bounds of an entry", () => {
  interface Bound {
    of: string;
    schema: z.ZodType;
    entry: object;
    field: string;
    sized(size: number): unknown;
    most: number;
    message: string;
  }
  const text = (size: number) => "t".repeat(size);
  const ofArea = { schema: areaSchema, entry: area, sized: text };
  const ofCategory = { schema: categorySchema, entry: category, sized: text };
  const ofSynonym = { schema: synonymSchema, entry: synonym, sized: text };
  const one = { sized: (size: number) => [text(size)] };
  const several = { sized: (count: number) => Array.from({ length: count }, (_, i) => `x${i}`) };
  const long = (most: number) => ({ most, message: `is longer than ${most} characters` });
  const bounds: Bound[] = [
    { of: "an area's key", ...ofArea, field: "key", ...long(60) },
    { of: "an area's label", ...ofArea, field: "label", ...long(80) },
    { of: "an area's definition", ...ofArea, field: "definition", ...long(600) },
    { of: "a category's label", ...ofCategory, field: "label", ...long(80) },
    { of: "a category's definition", ...ofCategory, field: "definition", ...long(600) },
    { of: "an example", ...ofCategory, field: "examples", ...one, ...long(300) },
    {
      of: "the examples",
      ...ofCategory,
      field: "examples",
      ...several,
      most: 50,
      message: "holds more than 50 phrases",
    },
    { of: "a term", ...ofSynonym, field: "terms", ...one, ...long(80) },
    {
      of: "the terms",
      ...ofSynonym,
      field: "terms",
      ...several,
      most: 20,
      message: "holds more than 20 terms",
    },
    { of: "the expansion", ...ofSynonym, field: "expands", ...long(120) },
  ];

  it.each(bounds)("$of: at most $most, and one more", ({ schema, entry, field, sized, most, message }) => {
    expect(faults(schema, { ...entry, [field]: sized(most) })).toEqual([]);
    expect(faults(schema, { ...entry, [field]: sized(most + 1) })).toEqual([message]);
  });

  it("needs a phrase, a term and texts that are not empty", () => {
    expect(faults(categorySchema, { ...category, examples: [] })).toEqual(["needs at least one phrase"]);
    expect(faults(synonymSchema, { ...synonym, terms: [] })).toEqual(["needs at least one term"]);
    expect(faults(areaSchema, { ...area, label: " " })).toEqual(["must not be empty"]);
    expect(synonymSchema.parse(synonym).both).toBe(false);
  });

  it("reserves the keys of the two extras", () => {
    for (const key of ["other-emerging", "insufficient-information"])
      expect(faults(categorySchema, { ...category, key })).toEqual([
        "is reserved: give the category another key",
      ]);
  });
});

describe("the rules across entries", () => {
  const content = (changes: Partial<TaxonomyContent>): TaxonomyContent => ({
    version: "1",
    areas: [area],
    categories: [category],
    other: { key: "other-emerging", label: "Other", definition: "The rest." },
    insufficientInformation: { key: "insufficient-information", label: "Unclear", definition: "Too little." },
    synonyms: [],
    ...changes,
  });
  const found = (changes: Partial<TaxonomyContent>) =>
    faultsAcrossEntries(content(changes)).map(({ path, rule }) => `${path.join(".")}: ${rule}`);
  const second = { ...category, key: "cards", label: "Cards", examples: ["pay with a card"] };

  it("accept distinct entries", () => {
    const synonyms = [
      { ...synonym, both: true },
      { terms: ["nft"], expands: "token", both: false },
    ];
    expect(found({ categories: [category, second], synonyms })).toEqual([]);
  });

  it("refuse a key, a label or an example that is used twice, however it is written", () => {
    expect(found({ areas: [area, { ...area }] })).toEqual([
      'areas.1.key: the area key "money" is used twice',
    ]);
    expect(found({ categories: [category, { ...second, key: category.key }] })).toEqual([
      'categories.1.key: the category key "payments" is used twice',
    ]);
    expect(found({ categories: [category, { ...second, label: "MONEY" }] })).toEqual([
      'categories.1.label: the label "MONEY" is used twice',
    ]);
    expect(found({ categories: [{ ...category, label: "Other" }] })).toEqual([
      'other.label: the label "Other" is used twice',
    ]);
    expect(found({ categories: [{ ...category, label: "Unclear" }] })).toEqual([
      'insufficientInformation.label: the label "Unclear" is used twice',
    ]);
    expect(found({ categories: [category, { ...second, examples: ["other", "Pay  at a till"] }] })).toEqual([
      'categories.1.examples.1: the example "Pay  at a till" is used twice',
    ]);
  });

  it("refuse an area that does not exist or has no category", () => {
    expect(found({ categories: [{ ...category, areaKey: "gone" }] })).toEqual([
      'categories.0.areaKey: names the unknown area "gone"',
      'areas.0.key: no category belongs to the area "money"',
    ]);
  });

  it("refuse a synonym term used twice, and an expansion used as a term where it works both ways", () => {
    const beside = (other: { terms: string[]; expands: string; both?: boolean }, both = false) =>
      found({
        synonyms: [
          { ...synonym, both },
          { both: false, ...other },
        ],
      });
    expect(beside({ terms: ["other", "TX"], expands: "else" })).toEqual([
      'synonyms.1.terms.1: the synonym term "TX" is used twice',
    ]);
    expect(beside({ terms: ["transaction"], expands: "else" })).toEqual([]);
    expect(beside({ terms: ["transaction"], expands: "else" }, true)).toEqual([
      'synonyms.1.terms.0: the synonym term "transaction" is used twice',
    ]);
    expect(beside({ terms: ["own"], expands: "tx", both: true })).toEqual([
      'synonyms.1.expands: the synonym term "tx" is used twice',
    ]);
    expect(beside({ terms: ["own", "Else"], expands: "else" })).toEqual([
      'synonyms.1.expands: "else" is among its own terms',
    ]);
  });
});
