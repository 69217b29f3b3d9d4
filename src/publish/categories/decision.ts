/** Turns evidence into a project's categories. */
import { insufficientCategoryKey, otherCategoryKey } from "../../contract/api/categories.ts";
import type { ProjectCategories } from "../../contract/api/shared.ts";
import type { Taxonomy } from "../../corpus/taxonomy/taxonomy.ts";
import { clearEvidence, leads, nearEvidence } from "./weights.ts";

export interface Finding {
  /** Whether the record says what the project does. */
  enough: boolean;
  /** For each category of the taxonomy, from words, vector and labels. */
  evidence: Float64Array;
}

/**
 * The best category, unless the record says too little or no category is near. Its lead over the second best is
 * measured in square roots of its evidence: evidence adds up, but noise grows with the square root of the number of
 * hits. Ties go to the category that comes first in the taxonomy.
 */
export function decide({ enough, evidence }: Finding, taxonomy: Taxonomy): ProjectCategories {
  const { version, categories } = taxonomy;
  const unplaced = { version, secondaryKey: null, confidence: "low" } as const;
  if (!enough) return { ...unplaced, primaryKey: insufficientCategoryKey };
  const [first, second] = bestTwo(evidence);
  const [most, next] = [evidence[first]!, evidence[second]!];
  if (most < nearEvidence) return { ...unplaced, primaryKey: otherCategoryKey };
  const lead = (most - next) / Math.sqrt(most);
  const clear = lead >= leads.high && most >= clearEvidence;
  return {
    version,
    primaryKey: categories[first]!.key,
    secondaryKey: !clear && next >= nearEvidence ? categories[second]!.key : null,
    confidence: clear ? "high" : lead >= leads.medium ? "medium" : "low",
  };
}

function bestTwo(values: Float64Array): [number, number] {
  let first = 0;
  let second = 1;
  if (values[1]! > values[0]!) [first, second] = [1, 0];
  for (let k = 2; k < values.length; k++) {
    if (values[k]! > values[first]!) [first, second] = [k, first];
    else if (values[k]! > values[second]!) second = k;
  }
  return [first, second];
}
