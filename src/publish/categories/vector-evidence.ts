/** Vector evidence: how close a project is to the taxonomy's texts of each category. */
import type { TaxonomyCategory } from "../../corpus/taxonomy/taxonomy.ts";

type Vector = Float32Array | null;

export interface CategoryVectors {
  dimensions: number;
  /** Per category, the unit mean of the vectors of its definition and examples; null where none has a vector. */
  centres: (Float64Array | null)[];
  /** Per category, the mean cosine with texts of other categories; and the deviation from it, over all of them. */
  means: Float64Array;
  deviation: number;
}

/** The texts to embed, and the category of each. */
export function taxonomyTexts(categories: readonly TaxonomyCategory[]): { text: string; category: number }[] {
  return categories.flatMap(({ label, definition, examples }, category) =>
    [`${label}. ${definition}`, ...examples].map((text) => ({ text, category })),
  );
}

/** `vectors`, of unit length, belong to `texts` one by one. Null when no category has a vector. */
export function categoryVectors(
  texts: readonly { category: number }[],
  vectors: readonly Vector[],
  classes: number,
): CategoryVectors | null {
  const dimensions = vectors.find((vector) => vector !== null)?.length;
  if (dimensions === undefined) return null;
  const sums = Array.from({ length: classes }, () => new Float64Array(dimensions));
  texts.forEach(({ category }, i) => {
    vectors[i]?.forEach((x, j) => {
      sums[category]![j]! += x;
    });
  });
  const centres = sums.map(unit);
  const means = new Float64Array(classes);
  const counts = new Float64Array(classes);
  const foreign: { category: number; cosine: number }[] = [];
  texts.forEach(({ category }, i) => {
    const vector = vectors[i];
    if (!vector) return;
    centres.forEach((centre, other) => {
      if (!centre || other === category) return;
      const cosine = dot(centre, vector);
      foreign.push({ category: other, cosine });
      means[other]! += cosine;
      counts[other]!++;
    });
  });
  means.forEach((sum, k) => {
    means[k] = counts[k]! > 0 ? sum / counts[k]! : 0;
  });
  const squares = foreign.reduce((sum, { category, cosine }) => sum + (cosine - means[category]!) ** 2, 0);
  const deviation = Math.sqrt(squares / Math.max(1, foreign.length));
  return deviation > 1e-9 ? { dimensions, centres, means, deviation } : null;
}

/** Adds how much closer than texts of other categories the vector is, in standard deviations, weighted. */
export function addVectorEvidence(
  evidence: Float64Array,
  vector: Vector | undefined,
  { dimensions, centres, means, deviation, weight }: CategoryVectors & { weight: number },
): void {
  if (!vector || vector.length !== dimensions) return;
  centres.forEach((centre, k) => {
    if (centre) evidence[k]! += (weight * (dot(centre, vector) - means[k]!)) / deviation;
  });
}

function dot(a: Float64Array, b: Float32Array): number {
  let sum = 0;
  for (let j = 0; j < a.length; j++) sum += a[j]! * b[j]!;
  return sum;
}

function unit(sum: Float64Array): Float64Array | null {
  let squares = 0;
  for (const x of sum) squares += x * x;
  if (squares < 1e-12) return null;
  const scale = 1 / Math.sqrt(squares);
  return sum.map((x) => x * scale);
}
