/** Gathers, while a remote embedder works, the pairs that its calibration is measured on. */
import { type Calibration, calibrate } from "../../search/vector/calibration.ts";
import type { Vector } from "./embed-texts.ts";
import { sentencesOf } from "./sample-sentences.ts";

/** Of each kind. */
const wantedPairs = 500;

interface Sampled {
  /** Stands in for a query: it is about as long. */
  sentence: string;
  /** Of the passage that contains it. */
  vector: Float32Array;
}

/** First passages of documents, evenly spread over all: neighbors are often of one source and one subject. */
export class CalibrationSample {
  readonly #documents: number;
  readonly #sampled: Sampled[] = [];

  /** `documents`: how many there will be. */
  constructor(documents: number) {
    this.#documents = documents;
  }

  /** Adds the first passage of the document with this number, where it is one of the sample. */
  add(document: number, { passage, vector }: { passage: string; vector: Vector }): void {
    const bucket = (number: number) =>
      Math.floor((number * wantedPairs) / Math.max(wantedPairs, this.#documents));
    if (!vector || (document > 0 && bucket(document) === bucket(document - 1))) return;
    const sentences = sentencesOf(passage);
    const sentence = sentences[sentences.length >> 1];
    if (sentence) this.#sampled.push({ sentence, vector });
  }

  /** Related: a sentence and its passage. Random: a sentence and a passage from far away in the corpus. */
  async calibration(embedQueries: (texts: string[]) => Promise<Vector[]>): Promise<Calibration> {
    const sampled = this.#sampled;
    const queries = await embedQueries(sampled.map(({ sentence }) => sentence));
    const far = Math.floor(sampled.length / 2);
    const related: number[] = [];
    const random: number[] = [];
    queries.forEach((query, i) => {
      if (!query) return;
      related.push(dot(query, sampled[i]!.vector));
      random.push(dot(query, sampled[(i + far) % sampled.length]!.vector));
    });
    return calibrate(random, related);
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!;
  return sum;
}
