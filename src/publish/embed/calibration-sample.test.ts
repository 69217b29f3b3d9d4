import { expect, it } from "vitest";
import { seededGaussian } from "../../search/random.ts";
import { CalibrationSample } from "./calibration-sample.ts";
import type { Vector } from "./embed-texts.ts";

const unit = (values: number[]) => Float32Array.from(values, (x) => x / Math.hypot(...values));
const vectorOf = (seed: number) => {
  const gaussian = seededGaussian(seed + 1);
  return unit(Array.from({ length: 64 }, gaussian));
};
const sentenceOf = (document: number) => `Document number ${document} is about its own subject.`;

/** Queries for sentences: between the vector of their document and one of their own. */
const embedded: string[][] = [];
const embed = async (texts: string[]): Promise<Vector[]> => {
  embedded.push(texts);
  return texts.map((text) => {
    const document = Number(/number (\d+)/.exec(text)![1]);
    const [own, other] = [vectorOf(document), vectorOf(document + 1_000_000)];
    return unit(Array.from(own, (x, j) => x + other[j]!));
  });
};

async function calibrate(documents: number, vector: (document: number) => Vector = vectorOf) {
  const sample = new CalibrationSample(documents);
  for (let document = 0; document < documents; document++)
    sample.add(document, { passage: `Short.\n${sentenceOf(document)}`, vector: vector(document) });
  const calibration = await sample.calibration(embed);
  return { calibration, sentences: embedded.at(-1)! };
}

it("measures sentences as queries against their own passages and far ones", async () => {
  const { calibration, sentences } = await calibrate(200);
  expect(sentences).toEqual(Array.from({ length: 200 }, (_, document) => sentenceOf(document)));
  // Random directions in 64 dimensions; and half of each query is its passage.
  const [, median, high, typical] = calibration.from;
  expect(Math.abs(median!)).toBeLessThan(0.04);
  expect(high).toBeGreaterThan(0.15);
  expect(high).toBeLessThan(0.3);
  expect(typical).toBeGreaterThan(0.6);
  expect(typical).toBeLessThan(0.8);
});

it("takes 500 documents, evenly spread, of many", async () => {
  const { sentences } = await calibrate(4_000);
  expect(sentences).toEqual(Array.from({ length: 500 }, (_, i) => sentenceOf(8 * i)));
});

it("leaves out documents without a vector or a sentence, and queries without a vector", async () => {
  const { sentences } = await calibrate(40, (document) => (document % 2 === 0 ? null : vectorOf(document)));
  expect(sentences).toHaveLength(20);
  const sample = new CalibrationSample(30);
  for (let document = 0; document < 30; document++)
    sample.add(document, { passage: "Too short.", vector: vectorOf(document) });
  expect((await sample.calibration(embed)).to).toEqual([0, 0, 1]);
  const failing = new CalibrationSample(30);
  for (let document = 0; document < 30; document++)
    failing.add(document, { passage: sentenceOf(document), vector: vectorOf(document) });
  expect((await failing.calibration(async (texts) => texts.map(() => null))).to).toEqual([0, 0, 1]);
});
