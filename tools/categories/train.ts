/**
 * Trains the words that publish categorises projects by, on `texts/` and the taxonomy's own texts, and writes
 * `src/publish/categories/trained-words.json`. README.md says how.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { ProjectRecord } from "../../src/contract/records/project-record.ts";
import { loadTaxonomy } from "../../src/corpus/taxonomy/taxonomy.ts";
import { type Example, fitLinearModel } from "../../src/publish/categories/linear-model.ts";
import { ProjectReader } from "../../src/publish/categories/project-terms.ts";
import {
  type TrainedWordsFile,
  termValue,
  toUnitLength,
} from "../../src/publish/categories/trained-words.ts";
import { Vocabulary } from "../../src/publish/categories/vocabulary.ts";
import { parts } from "../../src/publish/categories/weights.ts";

const target = new URL("../../src/publish/categories/trained-words.json", import.meta.url);
/** Texts that hold a term, at least. */
const minTexts = 3;
const penalty = 0.25;
const maxSteps = 2_000;
/** Of the constant feature, which represents how common a category is among the texts. */
const constantValue = 1;

const taxonomy = loadTaxonomy();
const { categories } = taxonomy;
const bias: Record<string, number> = JSON.parse(read("bias.json"));
const texts = categories.flatMap(({ key, label, definition, examples }, category) =>
  [...read(`texts/${key}.txt`).trim().split("\n"), `${label}. ${definition}`, ...examples].map((text) => ({
    text,
    category,
  })),
);

const vocabulary = new Vocabulary();
for (const { text } of texts) vocabulary.learn(text, true);
const reader = new ProjectReader(vocabulary, taxonomy);
const asked = texts.map(({ text }) => reader.read({ name: "", oneLiner: text } as ProjectRecord));
const frequencies = new Uint32Array(vocabulary.size);
for (const { terms } of asked) for (const term of new Set(terms)) frequencies[term]!++;
const allTerms = vocabulary.terms();
/** Letters and numbers alone are ambiguous. */
const says = /\p{L}{2}/u;
const kept = [...frequencies.keys()].filter(
  (term) => frequencies[term]! >= minTexts && says.test(allTerms[term]!),
);
const placeOf = new Map(kept.map((term, place) => [term, place]));
const rarity = kept.map((term) => rounded(Math.log(1 + texts.length / (frequencies[term]! + 1))));

const examples = asked.map(({ terms, counts, headlineEnd }, i): Example => {
  const places: number[] = [];
  const values: number[] = [];
  for (let t = 0; t < headlineEnd; t++) {
    const place = placeOf.get(terms[t]!);
    if (place === undefined) continue;
    places.push(place);
    values.push(termValue(counts[t]!, parts.headline.half, rarity[place]!));
  }
  return {
    indices: Int32Array.from([...places, kept.length]),
    values: Float64Array.from([...toUnitLength(values), constantValue]),
    offsets: new Float64Array(categories.length),
    label: texts[i]!.category,
  };
});
const shape = { features: kept.length + 1, classes: categories.length, penalty, maxSteps };
const learned = fitLinearModel(examples, shape).subarray(0, kept.length * categories.length);
const step = rounded(learned.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127, 5);

const file: TrainedWordsFile = {
  digest: taxonomy.digest,
  bias: categories.map(({ key }) => bias[key] ?? 0),
  terms: kept.map((term) => allTerms[term]!),
  rarity,
  weights: Buffer.from(Int8Array.from(learned, (weight) => Math.round(weight / step))).toString("base64"),
  step,
};
writeFileSync(target, `${JSON.stringify(file)}\n`);
process.stdout.write(`${texts.length} texts, ${kept.length} terms, ${categories.length} categories\n`);

function read(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
