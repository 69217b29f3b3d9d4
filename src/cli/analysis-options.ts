/** Options of an analysis, for `analyze` and `export analysis`. */
import { dimensionNames } from "./dimensions.ts";
import { addFilterOptions, cohortOptions, filtersOf } from "./filter-options.ts";
import { collectOneOf, type ProgramCommand, wholeNumber } from "./options.ts";

export interface AnalysisOptions {
  dimension?: string[];
  top?: number;
  samples?: number;
}

export function addAnalysisOptions(command: ProgramCommand): ProgramCommand {
  return addFilterOptions(
    command
      .option(
        "--dimension <name>",
        `what to count: ${dimensionNames.join(", ")} (repeatable; default: categories and clusters)`,
        collectOneOf(dimensionNames),
      )
      .option(
        "--top <n>",
        "rows per dimension, 1 to 20, or to 43 with categories (default: 10)",
        wholeNumber(1, 43),
      )
      .option("--samples <n>", "example projects per row, 0 to 5 (default: 2)", wholeNumber(0, 5)),
    cohortOptions,
  );
}

export const analysisOf = (options: AnalysisOptions) => ({
  cohort: filtersOf(options, cohortOptions),
  dimensions: options.dimension ?? ["categories", "clusters"],
  topK: options.top,
  samplePerBucket: options.samples,
});
