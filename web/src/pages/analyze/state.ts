/** What of an analysis is in its address. */
import type { RequestOf } from "@prior-art/client";
import {
  type Cohort,
  cohortRequest,
  type Dimension,
  dimensionNames,
  readCohort,
  writeCohort,
} from "../../explore/cohort.ts";
import { asCount, asKeys, type RawSearch } from "../../router/search-params.ts";

export interface Analysis {
  cohort: Cohort;
  /** At least one. */
  dimensions: Dimension[];
  /** Buckets per dimension. */
  topK: number;
}

export const allDimensions = Object.keys(dimensionNames) as Dimension[];
const defaultDimensions: readonly Dimension[] = ["categories", "clusters", "problemTags", "techStack"];
export const shortList = 10;
export const longList = 20;

const isDimension = (name: string): name is Dimension => Object.hasOwn(dimensionNames, name);

export function readAnalysis(raw: RawSearch): Analysis {
  const asked = (asKeys(raw.dimensions) ?? []).filter(isDimension);
  return {
    cohort: readCohort(raw),
    dimensions: asked.length > 0 ? asked : [...defaultDimensions],
    topK: asCount(raw.topK) === longList ? longList : shortList,
  };
}

/** Defaults are left out. */
export function writeAnalysis({ cohort, dimensions, topK }: Analysis): RawSearch {
  const isDefault = dimensions.join() === defaultDimensions.join();
  return {
    ...writeCohort(cohort),
    dimensions: isDefault ? undefined : dimensions,
    topK: topK === shortList ? undefined : topK,
  };
}

export const analyzeRequest = ({ cohort, dimensions, topK }: Analysis): RequestOf<"analyze"> => ({
  cohort: cohortRequest(cohort),
  dimensions,
  topK,
  samplePerBucket: 0,
});
