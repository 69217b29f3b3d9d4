/**
 * The vectors that projects are grouped by: those of their texts joined with their categories. A text's vector sees
 * tools as well as purpose; the category is decided by purpose.
 */
import type { ProjectCategories } from "../../contract/api/shared.ts";
import type { SegmentProject } from "../../corpus/projects/project-input.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { toUnitLength, type Vectors } from "../../search/clustering/vectors.ts";

/** Share of the category in the squared length, of one that is sure. Above 0.6, groups are hardly more than categories. */
const categoryShare = 0.45;
/** Weight of a category by confidence, and of a second one relative to the main one. */
const confidences: Record<ProjectCategories["confidence"], number> = { high: 1, medium: 0.75, low: 0.5 };
const secondWeight = 0.6;

export interface SubjectVectors {
  /** Positions of the projects that have a vector. */
  rows: number[];
  /** One per entry of `rows`, of length 1. */
  vectors: Vectors;
}

/**
 * For each project with a vector, that vector followed by one dimension per category and one for projects that say too
 * little. Projects of no category are placed by their vectors alone.
 */
export function subjectVectors(
  projects: readonly SegmentProject[],
  given: readonly (Float32Array | null)[],
  { categories, insufficientInformation }: Pick<Taxonomy, "categories" | "insufficientInformation">,
): SubjectVectors {
  const places = new Map([...categories, insufficientInformation].map(({ key }, place) => [key, place]));
  const rows = [...given.keys()].filter((i) => given[i]);
  const length = rows.length > 0 ? given[rows[0]!]!.length : 0;
  const dimensions = rows.length > 0 ? length + places.size : 0;
  const values = new Float32Array(rows.length * dimensions);
  rows.forEach((i, row) => {
    const joined = values.subarray(row * dimensions, (row + 1) * dimensions);
    joined.set(given[i]!.map((x) => x * Math.sqrt(1 - categoryShare)));
    const { primaryKey, secondaryKey, confidence } = projects[i]!.record.categories ?? {};
    const add = (key: string | null | undefined, weight: number) => {
      const place = places.get(key ?? "");
      if (place !== undefined) joined[length + place]! += weight * Math.sqrt(categoryShare);
    };
    const weight = primaryKey === insufficientInformation.key ? 1 : confidences[confidence ?? "low"];
    add(primaryKey, weight);
    add(secondaryKey, weight * secondWeight);
    toUnitLength(joined);
  });
  return { rows, vectors: { values, rows: rows.length, dimensions } };
}
